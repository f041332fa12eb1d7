package io.holdfast.internal.waiting;

import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LockActivity;
import io.holdfast.LockEvent;
import io.holdfast.LockUnavailableException;
import io.holdfast.internal.StackRoom;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.LateCopies;
import io.holdfast.internal.tenure.Lessor;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.time.Alarm;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lease that is out on a tenure, from its grant until its holder gives it back or it is lost. Here it is decided that
 * a lease is over. What comes from outside goes through the delegate's mailbox; the rest is used inside of it.
 */
final class LeaseOut implements Lessor {

  /** Who lent it. */
  interface Lender {

    /** The holder has given it back, and is to be told what became of it. */
    void takeBack(HeldLease lease, Consumer<@Nullable RuntimeException> then);

    /** The holder has left: nobody here has anything to do with the tenure any more. */
    void forget();

    /** It was over by the clock: so is the tenure. */
    void end();
  }

  private final Engine engine;
  private final Upkeep upkeep;
  private final Lender lender;
  private final Consumer<Runnable> post;
  private final Alarm alarm; // at the end of a lease that is not watched
  private volatile @Nullable HeldLease current; // read by the watchdog

  LeaseOut(Engine engine, Upkeep upkeep, Lender lender, Consumer<Runnable> post) {
    this.engine = engine;
    this.upkeep = upkeep;
    this.lender = lender;
    this.post = post;
    this.alarm = engine.alarm();
  }

  @Nullable
  HeldLease get() {
    return current;
  }

  boolean isOut() {
    return current != null;
  }

  /** As operators see it, unless it is over. */
  Optional<LockActivity.Held> activity() {
    HeldLease lease = current;
    Duration remaining = lease == null ? Duration.ZERO : lease.remaining();
    return lease == null || remaining.isZero()
        ? Optional.empty()
        : Optional.of(new LockActivity.Held(
            lease.token(),
            Duration.ofNanos(lease.heldNanos(engine.now())),
            remaining,
            lease.isRenewed()));
  }

  void lend(HeldLease lease, long leaseMillis) {
    current = lease;
    if (lease.isRenewed()) {
      upkeep.watch(lease.tenure(), leaseMillis);
    } else {
      upkeep.unwatch();
      alarmAt(lease);
    }
  }

  /** It was not lent after all. */
  void forget() {
    current = null;
  }

  /** The tenure has ended. */
  void cancelAlarm() {
    alarm.cancel();
  }

  // ---- the holder

  @Override
  public void released(HeldLease lease, Consumer<@Nullable RuntimeException> then) {
    StackRoom.ensure();
    post.accept(() -> {
      if (lease != current || lease.tenure().isDropped()) { // lost at the same moment
        if (lease == current) {
          current = null;
        }
        then.accept(lease.lostBeforeRelease());
        return;
      }
      Duration held = Duration.ofNanos(lease.heldNanos(engine.now()));
      current = null;
      alarm.cancel();
      lender.takeBack(lease, failure -> {
        if (!(failure instanceof LeaseLostException)) {
          engine
              .events()
              .publish(() -> new LockEvent.Released(lease.lockName(), lease.token(), held));
        }
        then.accept(failure);
      });
    });
  }

  @Override
  public void renew(HeldLease lease, long leaseMillis, Consumer<@Nullable RuntimeException> then) {
    StackRoom.ensure();
    post.accept(() -> {
      if (lease != current) {
        then.accept(lease.notHeld());
        return;
      }
      upkeep.hold(lease.tenure());
      upkeep.set(lease.tenure(), leaseMillis, answer -> {
        renewed(lease, leaseMillis, answer);
        then.accept(afterRenewal(lease, answer));
      });
      if (!lease.isRenewed()) {
        alarmAt(lease); // it may be over before that is answered
      }
    });
  }

  private void renewed(HeldLease lease, long leaseMillis, Answer answer) {
    if (answer instanceof Answer.Renewed renewed && !lease.isRenewed()) {
      lease.endsAt(Tenure.deadline(renewed.sentNanos(), leaseMillis));
    }
    if (lease != current) {
      return;
    }
    if (lease.isRenewed()) {
      upkeep.wasSet(lease.tenure());
    } else {
      alarmAt(lease);
    }
  }

  /** What the answer to the holder's own renewal means for it; null if all is well. */
  private static @Nullable RuntimeException afterRenewal(HeldLease lease, Answer answer) {
    if (!lease.isHeld()) {
      return lease.notHeld();
    }
    if (answer instanceof Answer.Unknown unknown) {
      return new LockUnavailableException(
          lease.lockName(),
          "lock '" + lease.lockName() + "': no answer to the renewal; the lease goes on for "
              + lease.remaining(),
          unknown.cause());
    }
    return answer instanceof Answer.Failed failed ? failed.cause() : null;
  }

  @Override
  public void left(HeldLease lease) {
    StackRoom.ensure();
    post.accept(() -> {
      if (lease == current) {
        current = null;
        shorten(lease);
        lender.forget();
        cleanUpLater(lease);
      }
    });
  }

  /** A late copy of the acquire may take the lock again when its time is over. */
  private void cleanUpLater(HeldLease lease) {
    Tenure held = lease.tenure();
    long now = engine.now();
    if (held.lateCopies().mayRun(now)) {
      long over = Math.max(held.lateCopies().overNanos(now) - now, lease.deadlineNanos() - now);
      engine
          .timers()
          .after(
              over + Math.max(10_000_000, held.leaseMillis() * 10_000), // its margin
              () -> engine
                  .farewells()
                  .toUnknown(held.lock(), held.holder(), held.longestMillis(), LateCopies.NONE));
    }
  }

  /** Nobody will release it: the server must not keep it for the longer lease time of somebody before. */
  private void shorten(HeldLease lease) {
    Tenure held = lease.tenure();
    long left = lease.deadlineNanos() - engine.now();
    boolean isCut = !lease.isRenewed() && held.deadlineNanos() - lease.deadlineNanos() > left / 10;
    if (isCut || held.keptMillis() > held.leaseMillis()) { // or an answer is missing
      upkeep.set(held, Tenure.leaseMillisFor(left), answer -> {});
    }
  }

  @Override
  public void foundOver(HeldLease lease) {
    StackRoom.ensure();
    post.accept(() -> loseIfOver(lease));
  }

  // ---- its end

  void loseIfOver() {
    HeldLease lease = current;
    if (lease != null) {
      loseIfOver(lease);
    }
  }

  /** Ends it if it is over by the clock; whether it is. */
  boolean loseIfOver(HeldLease lease) {
    if (lease != current || lease.deadlineNanos() - engine.now() > 0) {
      return false;
    }
    if (lease.loseByClock() || lease.isLost() || lease.isOrphaned()) {
      current = null;
      lender.end();
    }
    return true;
  }

  /** Tells the holder, if there is one that has not ended its lease itself. */
  boolean lose(Reason reason, String detail) {
    HeldLease lease = current;
    if (lease == null || !(lease.lose(reason, detail) || lease.isLost())) {
      return false;
    }
    current = null;
    return true;
  }

  /** From now on it is not renewed, and ends with its time. */
  void alarmAt(HeldLease lease) {
    alarm.set(
        lease.deadlineNanos() - engine.now(),
        () -> post.accept(() -> {
          if (lease == current && !loseIfOver(lease)) {
            alarmAt(lease);
          }
        }));
  }
}
