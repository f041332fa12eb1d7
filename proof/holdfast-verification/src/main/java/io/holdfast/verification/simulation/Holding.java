package io.holdfast.verification.simulation;

import io.holdfast.LeaseLoss;
import io.holdfast.LeaseView;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A caller's lease, from the moment it got it until it gives it back. */
final class Holding {

  private static final long NEVER = -1;

  /** Clocks go a little slower or faster, and a difference of 5 ms is made up for at once. */
  private static final long TOLERANCE_NANOS = 9_000_000;

  private final SimulatedClient client;
  private final String holder;
  private final LeaseView lease;
  private final boolean isRenewed;
  private final VirtualTime time;
  private final long sinceNanos;
  private Duration leaseTime;
  private long renewals;
  private long assuredUntilNanos;
  private int openRenewals;
  private boolean hasCompany; // the last one was sent while another was not answered
  private boolean isInDoubt;
  private @Nullable String brokenWord;
  private long endNanos = NEVER; // as last seen
  private long endKnownNanos;
  private long zeroSinceNanos = NEVER;
  private long goneSinceNanos = NEVER;
  private boolean isTold;
  private boolean isOver;

  Holding(
      SimulatedClient client,
      String holder,
      LeaseView lease,
      Duration leaseTime,
      boolean isRenewed,
      VirtualTime time) {
    this.client = client;
    this.holder = holder;
    this.lease = lease;
    this.leaseTime = leaseTime;
    this.isRenewed = isRenewed;
    this.time = time;
    this.sinceNanos = time.nanos();
    CompletionStage<Void> unused = lease.lost().thenAccept(this::lost);
  }

  private void lost(LeaseLoss loss) {
    isTold = true;
    boolean byClock = loss.reason() == LeaseLoss.Reason.LEASE_OVER
        || loss.reason() == LeaseLoss.Reason.DEADLINE_PASSED;
    if (byClock && time.nanos() < assuredUntilNanos && !isOver()) {
      brokenWord = "was renewed until " + assuredUntilNanos / 1_000 + " us, and is lost at "
          + time.nanos() / 1_000 + " us: " + loss.detail();
    }
  }

  /** How a renewal that was answered well was broken, in words; null if none was. */
  @Nullable
  String brokenWord() {
    return brokenWord;
  }

  SimulatedProcess process() {
    return client.process();
  }

  String holder() {
    return holder;
  }

  /** Whether that is the holder under which it was granted. */
  boolean isOf(String other) {
    return other.equals(holder);
  }

  boolean isRenewed() {
    return isRenewed;
  }

  /** The longest that was asked for so far. */
  Duration leaseTime() {
    return leaseTime;
  }

  /** How its end has come nearer although nobody has set it, in words; null if it has not. */
  @Nullable
  String shortened() {
    boolean isFree = !isInDoubt && openRenewals == 0;
    if (isTold || isOver() || !isFree || process().isPaused()) {
      return null; // nothing reads the clock of a machine that sleeps
    }
    long remaining = lease.remaining().toNanos();
    if (remaining == 0) {
      return null;
    }
    long now = time.nanos();
    boolean isKnown = endNanos != NEVER && process().resumesNanos() < endKnownNanos;
    if (isKnown && now + remaining < endNanos - TOLERANCE_NANOS) {
      return this + " would have lasted for " + (endNanos - now) / 1_000
          + " us, and nobody has renewed it";
    }
    endNanos = now + remaining;
    endKnownNanos = now;
    return null;
  }

  /** Whether the watchdog asks for less than this holder did: it has little left, though nothing disturbs its renewal. */
  boolean isNeglected() {
    return isRenewed && renewals == 0 && lease.remaining().compareTo(leaseTime.dividedBy(3)) < 0;
  }

  /** The server has refused to do it: all is as it was. */
  void notRenewed() {
    openRenewals--;
  }

  /** The holder asks for that time; what it was told before no longer counts. */
  long renewing(Duration asked) {
    leaseTime = asked.compareTo(leaseTime) > 0 ? asked : leaseTime;
    assuredUntilNanos = 0;
    hasCompany = openRenewals > 0;
    openRenewals++;
    return ++renewals;
  }

  /** It was told nothing: a copy of that renewal may still run, and undo later ones. */
  void unanswered() {
    isInDoubt = true;
    assuredUntilNanos = 0;
    openRenewals--;
  }

  /** It was told that it has it. */
  void renewed(long number, long calledNanos, Duration asked) {
    openRenewals--;
    endNanos = NEVER;
    if (number == renewals && openRenewals == 0 && !isInDoubt && !hasCompany) {
      assuredUntilNanos = calledNanos + asked.toNanos() - asked.toNanos() / 3 - TOLERANCE_NANOS;
    }
  }

  long sinceNanos() {
    return sinceNanos;
  }

  SimulatedClient client() {
    return client;
  }

  boolean isTold() {
    return isTold;
  }

  /** Since when nothing is left of it by its client's clock; called when that is so. */
  long zeroSince(long nowNanos) {
    zeroSinceNanos = zeroSinceNanos == NEVER ? nowNanos : zeroSinceNanos;
    return zeroSinceNanos;
  }

  /** Since when the server does not know it; called when that is so. */
  long goneSince(long nowNanos) {
    goneSinceNanos = goneSinceNanos == NEVER ? nowNanos : goneSinceNanos;
    return goneSinceNanos;
  }

  LeaseView lease() {
    return lease;
  }

  long stamp() {
    return lease.token() / 1024;
  }

  void end() {
    isOver = true;
  }

  boolean isOver() {
    return isOver || client.isGone();
  }

  /** Whether the holder believes, by its own deadline, that it has the lock. */
  boolean believes(Sabotage sabotage, long nowNanos) {
    return !isOver()
        && !client.process().isSuspended()
        && sabotage.believes(lease.remaining(), Duration.ofNanos(nowNanos - sinceNanos), leaseTime);
  }

  @Override
  public String toString() {
    return client.process() + " (token " + lease.token() + ", remaining " + lease.remaining() + ")";
  }
}
