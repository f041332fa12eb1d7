package io.holdfast.internal.waiting;

import io.holdfast.internal.tenure.Tenure;
import org.jspecify.annotations.Nullable;

/**
 * Decides who is next inside a tenure, and what has to be done before. Does nothing itself. Used inside the
 * delegate's mailbox only.
 */
final class Turns {

  private final Engine engine;
  private boolean isFresh; // the tenure has not been granted to anybody yet
  private boolean isFitted; // it was renewed to fit the next lease

  Turns(Engine engine) {
    this.engine = engine;
  }

  /** A tenure begins, new or under a new stamp. */
  void begin(Tenure granted) {
    granted.beginTurns(engine.now());
    isFresh = true;
    isFitted = false;
  }

  /** It was renewed for the next caller. */
  void fitted() {
    isFitted = true;
  }

  Step next(Tenure held, @Nullable Waiter next) {
    if (next == null
        || held.isOver(engine.now())
        || held.mayBeShortened()
        || held.acknowledged() < next.replicas()) { // asks anew, and is acknowledged then
      return Step.END;
    }
    if (!isFresh
        && held.isSpent(
            engine.limits().handOvers(), engine.limits().handOverNanos(), engine.now())) {
      return Step.YIELD;
    }
    return covers(held, next) ? Step.GRANT : Step.RENEW_FIRST;
  }

  /** Whether the next caller's lease fits into what is left of the tenure. */
  private boolean covers(Tenure held, Waiter next) {
    if (held.keptMillis() > Math.max(next.leaseMillis(), engine.limits().leaseMillis())) {
      return false; // if this one crashes, everybody waits for the lease of somebody before
    }
    if (isFitted || isFresh) {
      return held.leaseMillis() >= next.leaseMillis();
    }
    if (next.options().isRenewed()) {
      return held.leaseMillis() == next.leaseMillis()
          && held.deadlineNanos() - engine.now() >= next.leaseMillis() * 500_000;
    }
    return held.deadlineNanos() - Tenure.deadline(engine.now(), next.leaseMillis()) >= 0;
  }

  /** The next caller gets the tenure: when its lease is over, and how it came to it. */
  Turn take(Tenure held, Waiter next) {
    long now = engine.now();
    boolean isHandOver = !isFresh;
    if (isHandOver) {
      held.countHandOver();
    }
    boolean countsFromSending = isFresh || isFitted;
    isFresh = false;
    isFitted = false;
    long end = Tenure.deadline(countsFromSending ? held.lastSentNanos() : now, next.leaseMillis());
    return new Turn(now, end, isHandOver);
  }

  /**
   * One caller's turn.
   *
   * @param isHandOver whether somebody here had it before, in the same tenure
   */
  record Turn(long beganNanos, long endNanos, boolean isHandOver) {}
}
