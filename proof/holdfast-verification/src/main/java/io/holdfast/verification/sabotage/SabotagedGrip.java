package io.holdfast.verification.sabotage;

import io.holdfast.verification.history.End;
import io.holdfast.verification.subject.Grip;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A lock of the sabotaged kind in one caller's hand; also what the renewing thread looks after. */
final class SabotagedGrip implements Grip {

  private final SabotagedSubject subject;
  private final String lock;
  private final String holder;
  private final long token;
  private final boolean isRenewed;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private volatile boolean isTold;
  private volatile boolean isToldLate;
  private volatile Consumer<String> listener = reason -> {};
  private final AtomicBoolean isAnnounced = new AtomicBoolean();
  private int refusals; // of renewals
  private volatile long deadlineNanos;

  SabotagedGrip(
      SabotagedSubject subject,
      String lock,
      String holder,
      long token,
      boolean isRenewed,
      long deadlineNanos) {
    this.subject = subject;
    this.lock = lock;
    this.holder = holder;
    this.token = token;
    this.isRenewed = isRenewed;
    this.deadlineNanos = deadlineNanos;
  }

  String lock() {
    return lock;
  }

  String holder() {
    return holder;
  }

  boolean isRenewed() {
    return isRenewed;
  }

  boolean isOver() {
    return isOver.get() || isTold;
  }

  void renewedUntil(long nanos) {
    deadlineNanos = nanos;
  }

  /** A renewal was refused; whether the holder may be told now. */
  boolean refused() {
    refusals++;
    return !subject.has(Flaw.LOSS_NEVER_TOLD)
        && (!subject.has(Flaw.TOLD_A_LEASE_LATE) || refusals > 3); // one every third of the lease
  }

  /** It is no longer ours. Who learns it after the deadline has believed until then. */
  void tell() {
    isToldLate = System.nanoTime() - deadlineNanos >= 0;
    isTold = true;
    if (!isOver.get()) {
      announce("RENEWAL_REFUSED");
    }
  }

  @Override
  public void whenLost(Consumer<String> told) {
    listener = told;
  }

  private void announce(String reason) {
    if (!subject.has(Flaw.LOSS_NEVER_TOLD) && isAnnounced.compareAndSet(false, true)) {
      listener.accept(reason);
    }
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public Belief look() {
    if (isTold) {
      long now = System.nanoTime();
      return new Belief(false, now, isToldLate ? deadlineNanos : now, isToldLate);
    }
    boolean isBlind = isRenewed && subject.has(Flaw.RENEWAL_REACQUIRES);
    Belief belief = isBlind ? Belief.blind() : Belief.until(deadlineNanos);
    if (!belief.isHeld() && !isOver.get()) {
      announce("DEADLINE_PASSED");
    }
    return belief;
  }

  @Override
  public long reenter() {
    if (!look().isHeld()) {
      throw new IllegalStateException(lock + " was lost: there is nothing to enter again");
    }
    return token;
  }

  @Override
  public End leave() {
    if (subject.has(Flaw.INNER_RELEASE_FREES)) {
      subject.release(this);
    }
    return End.RELEASED;
  }

  @Override
  public End release() {
    boolean wasHeld = look().isHeld();
    isOver.set(true);
    boolean isReleased = subject.release(this) || subject.has(Flaw.INNER_RELEASE_FREES);
    if ((wasHeld && isReleased) || subject.has(Flaw.LOST_AS_RELEASED)) {
      return End.RELEASED;
    }
    announce("RELEASE");
    return End.LOST;
  }
}
