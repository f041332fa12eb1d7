package io.holdfast.internal.tenure;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.internal.Events;
import io.holdfast.internal.Futures;
import io.holdfast.internal.time.LeaseClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One caller's turn inside a tenure. Thread-safe: whoever moves the state away from HELD, moves it alone. */
public final class HeldLease implements Lease {

  /*
   *             lose (refused, deadline passed, forced, closed, lease over)
   *    held --------------------------------------------------------------> Lost
   *     | '---- close, releaseAsync, unlock --------> RELEASED
   *     '------ leave ------------------------------> LEFT
   *
   * "At risk" is not a state of the lease but an event of its tenure: a renewal is late.
   */
  private sealed interface End {}

  private enum Quiet implements End {
    RELEASED,
    LEFT
  }

  private record Lost(LeaseLoss why) implements End {}

  private final Lessor lessor;
  private final LeaseClock clock;
  private final Events events;
  private final Tenure tenure;
  private final LeaseOptions options;
  private final Origin origin;
  private final long token;
  private final long grantedNanos;
  private final LossNotice notice;
  private final AtomicReference<@Nullable End> end = new AtomicReference<>(); // null: held
  private volatile long endNanos; // of a fixed lease
  private volatile boolean lossWasThrown;
  private volatile @Nullable Thread owner;
  private volatile boolean isStuck; // ended by its holder, and nobody could be told

  public HeldLease(
      Lessor lessor,
      LeaseClock clock,
      Events events,
      Tenure tenure,
      LeaseOptions options,
      Origin origin,
      long endNanos,
      long nowNanos) {
    this.lessor = lessor;
    this.clock = clock;
    this.events = events;
    this.notice = new LossNotice(events);
    this.tenure = tenure;
    this.options = options;
    this.origin = origin;
    this.token = tenure.token();
    this.endNanos = endNanos;
    this.grantedNanos = nowNanos;
  }

  @Override
  public String lockName() {
    return tenure.lockName();
  }

  @Override
  public long token() {
    return token;
  }

  public Tenure tenure() {
    return tenure;
  }

  public Origin origin() {
    return origin;
  }

  public boolean isRenewed() {
    return options.isRenewed();
  }

  /** After this moment the holder may no longer believe that it holds the lock. */
  public long deadlineNanos() {
    long deadline = tenure.deadlineNanos();
    return options.isRenewed() || deadline - endNanos < 0 ? deadline : endNanos;
  }

  /** A fixed lease was renewed by its holder. */
  public void endsAt(long nanos) {
    endNanos = nanos;
  }

  public long heldNanos(long nowNanos) {
    return nowNanos - grantedNanos;
  }

  @Override
  public Duration remaining() {
    if (end.get() != null) {
      return Duration.ZERO;
    }
    return Duration.ofNanos(Math.max(0, deadlineNanos() - clock.nanos()));
  }

  @Override
  public boolean isHeld() {
    if (end.get() != null) {
      return false;
    }
    if (clock.nanos() - deadlineNanos() < 0) {
      return true;
    }
    lessor.foundOver(this);
    loseByClock();
    return false;
  }

  @Override
  public void ensureHeld() {
    if (!isHeld()) {
      throw notHeld();
    }
  }

  /** Why this lease is not held; to be thrown. */
  public IllegalMonitorStateException notHeld() {
    if (end.get() instanceof Lost lost) {
      lossWasThrown = true;
      return new LeaseLostException(lost.why());
    }
    String how = end.get() == Quiet.LEFT ? "left" : "released";
    return new IllegalMonitorStateException(
        "lease on lock '" + lockName() + "' (token " + token + ") was " + how + " before");
  }

  /** Where a thread owns this lease; the watchdog stops with it. */
  public void ownedBy(Thread thread) {
    owner = thread;
  }

  /** Whether nobody will release it: the owning thread has ended, or was at the end of its stack when it tried to. */
  public boolean isOrphaned() {
    Thread thread = owner;
    return isStuck || (thread != null && !thread.isAlive());
  }

  @Override
  public CompletionStage<LeaseLoss> lost() {
    CompletionStage<LeaseLoss> told = notice.asked();
    if (end.get() instanceof Lost lost) {
      notice.tell(lost.why());
    }
    return told;
  }

  /** Ends the lease as lost, unless it has ended; tells its holder and the listener. */
  public boolean lose(LeaseLoss.Reason reason, String detail) {
    LeaseLoss loss = new LeaseLoss(lockName(), token, reason, detail);
    boolean isFirst = end.compareAndSet(null, new Lost(loss));
    if (isFirst) {
      announce(loss);
    }
    return isFirst;
  }

  public boolean isLost() {
    return end.get() instanceof Lost;
  }

  /** The deadline has passed: says so, with the figures an operator needs. */
  public boolean loseByClock() {
    long now = clock.nanos();
    if (!options.isRenewed() && now - endNanos >= 0) {
      return lose(LeaseLoss.Reason.LEASE_OVER, "its fixed lease time is over");
    }
    return lose(
        LeaseLoss.Reason.DEADLINE_PASSED,
        "last renewal " + seconds(now - tenure.lastSentNanos()) + " ago, lease time "
            + seconds(tenure.leaseMillis() * 1_000_000));
  }

  private static String seconds(long nanos) {
    return Math.round(nanos / 1e8) / 10.0 + " s";
  }

  private void announce(LeaseLoss loss) {
    notice.tell(loss);
    events.lost(loss, isRenewed());
  }

  @Override
  public void renew(Duration leaseTime) {
    Futures.join(renewWith(leaseTime, Runnable::run));
  }

  @Override
  public CompletableFuture<Void> renewAsync(Duration leaseTime) {
    return renewWith(leaseTime, events::run);
  }

  private CompletableFuture<Void> renewWith(Duration leaseTime, Executor completing) {
    check(leaseTime);
    if (!isHeld()) {
      return CompletableFuture.failedFuture(notHeld());
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    lessor.renew(
        this,
        leaseTime.toMillis(),
        failure -> completing.execute(() -> Futures.complete(done, failure)));
    return done;
  }

  private void check(Duration leaseTime) {
    LeaseOptions unused =
        isForLong() ? LeaseOptions.fixedForLong(leaseTime) : LeaseOptions.renewed(leaseTime);
  }

  /** Whether its holder has said that everybody may be blocked for over a day. */
  private boolean isForLong() {
    Duration chosen = options.leaseTime();
    return chosen != null && chosen.compareTo(LeaseOptions.LONGEST) > 0;
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return releaseWith(events::run);
  }

  @Override
  public void close() {
    Futures.join(releaseWith(Runnable::run));
  }

  private CompletableFuture<Void> releaseWith(Executor completing) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    release(failure -> completing.execute(() -> Futures.complete(done, failure)));
    return done;
  }

  /** Ends the lease by its holder's will, once. */
  public void release(Consumer<@Nullable RuntimeException> then) {
    if (!ended(Quiet.RELEASED, () -> lessor.released(this, then))) {
      boolean toBeTold = end.get() instanceof Lost && !lossWasThrown;
      then.accept(toBeTold ? notHeld() : null);
    }
  }

  private boolean ended(Quiet how, Runnable telling) {
    if (!isHeld() || !end.compareAndSet(null, how)) {
      return false;
    }
    try {
      telling.run();
    } catch (Throwable e) { // at the end of its stack
      isStuck = true;
      throw e;
    }
    return true;
  }

  /** The server said, in answer to the release, that the lock was no longer ours. */
  public LeaseLostException lostBeforeRelease() {
    LeaseLoss loss = new LeaseLoss(
        lockName(),
        token,
        tenure.isForced() ? LeaseLoss.Reason.FORCED : LeaseLoss.Reason.RENEWAL_REFUSED,
        "the server no longer knew it when it was released");
    end.set(new Lost(loss));
    lossWasThrown = true;
    announce(loss);
    return new LeaseLostException(loss);
  }

  @Override
  public void leave() {
    boolean unused = ended(Quiet.LEFT, () -> lessor.left(this));
  }

  @Override
  public String toString() {
    End how = end.get();
    return "Lease[" + lockName() + ", token " + token + ", " + (how == null ? "held" : how) + "]";
  }
}
