package io.holdfast.internal.leading;

import io.holdfast.DistributedLock;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Leadership;
import io.holdfast.LeadershipEnd;
import io.holdfast.LeadershipEnd.Cause;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LeaseView;
import io.holdfast.internal.Events;
import io.holdfast.internal.time.Timers;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands for the lead again and again until it is closed. Has no thread of its own. Thread-safe. */
public final class Campaign implements Leadership {

  /*
   *            .---------------------------- released <------------------------.
   *            v                                                               |
   *   .----> stand ---- granted ----> gained runs ---- term over ----> lost runs
   *   |        |
   *   '- pause-'  no answer, error reply, gained failed
   *
   * Each step starts the next one when it is done, so there is never more than one, and callbacks need
   * no queue. Only `close` comes from outside: it withdraws the request or ends the pause or the term,
   * and the step that finds the campaign closed ends it.
   */
  private static final Logger log = LoggerFactory.getLogger(Campaign.class);
  private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(10);
  private static final long EXECUTORS_PATIENCE = TimeUnit.SECONDS.toNanos(10);

  private final DistributedLock lock;
  private final LeaseOptions options;
  private final Callbacks callbacks;
  private final Events events;
  private final Timers timers;
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private long nextPause = SHORTEST_PAUSE; // by the step that is at it
  private boolean isClosed; // this and the next two: guarded by this
  private @Nullable CompletableFuture<Lease> request;
  private Timers.@Nullable Timer pause;
  private volatile @Nullable Term term;
  private volatile @Nullable Runnable begins; // the step that comes next, once

  Campaign(
      DistributedLock lock,
      LeaseOptions options,
      Callbacks callbacks,
      Events events,
      Timers timers) {
    this.lock = lock;
    this.options = options;
    this.callbacks = callbacks;
    this.events = events;
    this.timers = timers;
  }

  // ---- the steps

  /** Asks for the lock; first called by the nominee, who hears of options that are not possible. */
  void stand() {
    if (endIfClosed()) {
      return;
    }
    CompletableFuture<Lease> asked = lock.acquireAsync(options);
    boolean tooLate;
    synchronized (this) {
      pause = null;
      request = asked;
      tooLate = isClosed;
    }
    CompletableFuture<Lease> unused =
        asked.whenComplete((lease, failure) -> next(() -> answered(lease, failure)));
    if (tooLate) {
      asked.cancel(false);
    }
  }

  private void answered(@Nullable Lease lease, @Nullable Throwable failure) {
    if (lease != null) {
      lead(new Term(lease));
    } else if (failure instanceof HoldfastClosedException) {
      over.complete(null);
    } else if (!endIfClosed()) {
      log.warn("leader '{}': cannot stand, will try again: {}", name(), String.valueOf(failure));
      standAfterPause();
    }
  }

  private void lead(Term fresh) {
    boolean isLate = !fresh.isHeld();
    boolean unwanted;
    synchronized (this) {
      unwanted = isClosed || isLate;
      term = unwanted ? null : fresh;
    }
    if (unwanted) {
      giveUp(fresh, this::stand);
      return;
    }
    fresh.endWithLease();
    Throwable failure = callbacks.gained(fresh);
    if (failure == null) {
      nextPause = SHORTEST_PAUSE;
    } else {
      fresh.end(Cause.GAINED_FAILED, "the gained callback failed: " + failure);
    }
    fresh.whenOver(end -> next(() -> stepDown(fresh, end)));
  }

  /** A step that may call the candidate's own code. */
  private void next(Runnable step) {
    Runnable once = once(step);
    begins = once;
    events.run(once);
  }

  private static Runnable once(Runnable step) {
    AtomicBoolean isBegun = new AtomicBoolean();
    return () -> {
      if (isBegun.compareAndSet(false, true)) {
        step.run();
      }
    };
  }

  private void stepDown(Term past, LeadershipEnd end) {
    callbacks.lost(end);
    boolean failed = end.cause() == Cause.GAINED_FAILED;
    giveUp(past, failed ? this::standAfterPause : this::stand);
  }

  private void giveUp(Term past, Runnable then) {
    Runnable released = once(() -> {
      term = null;
      then.run();
    });
    begins = released;
    CompletableFuture<Void> unused = past.release().whenComplete((nothing, failure) -> {
      if (failure != null && !(failure instanceof LeaseLostException)) { // that one was told
        log.warn("leader '{}': perhaps not released: {}", name(), failure.toString());
      }
      released.run();
    });
  }

  private void standAfterPause() {
    long nanos = nextPause;
    nextPause = Math.min(2 * nanos, LONGEST_PAUSE);
    synchronized (this) {
      if (!isClosed) {
        pause = timers.after(nanos, this::stand);
      }
    }
    endIfClosed();
  }

  private boolean endIfClosed() {
    boolean closed;
    synchronized (this) {
      closed = isClosed;
    }
    if (closed) {
      over.complete(null);
    }
    return closed;
  }

  // ---- from outside

  @Override
  public String name() {
    return lock.name();
  }

  @Override
  public boolean isLeader() {
    return current().isPresent();
  }

  @Override
  public Optional<LeaseView> current() {
    Term now = term;
    return now != null && now.isHeld() ? Optional.of(now) : Optional.empty();
  }

  @Override
  public void close() {
    CompletableFuture<Lease> asked;
    Timers.Timer pausing;
    Term leading;
    synchronized (this) {
      isClosed = true;
      asked = request;
      pausing = pause;
      leading = term;
    }
    if (asked != null) {
      asked.cancel(false);
    }
    if (pausing != null) {
      pausing.cancel();
      endIfClosed();
    }
    if (leading != null) {
      leading.end(Cause.RESIGNED, "it was resigned");
    }
    if (!callbacks.areRunningHere()) {
      watchExecutor(begins);
      over.join();
    }
  }

  /*
   * The caller may sit on the only thread of the executor that the next step waits for, or the executor may have dropped
   * it. A busy one is waited for: work that runs on it should have stopped before anybody else leads.
   */
  private void watchExecutor(@Nullable Runnable waiting) {
    Timers.Timer watch = timers.after(EXECUTORS_PATIENCE, () -> {
      Runnable step = begins;
      if (step != null && step == waiting) {
        log.warn("leader '{}': the executor has no thread for its end; it ends on another", name());
        events.runApart(step);
      }
      watchExecutor(step);
    });
    CompletableFuture<Void> unused = over.thenRun(watch::cancel);
  }

  @Override
  public String toString() {
    return "Leadership[" + name() + ", " + (isLeader() ? "leading" : "not leading") + "]";
  }
}
