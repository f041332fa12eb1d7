package io.holdfast.internal.waiting;

import io.holdfast.LockEvent;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Tenure;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Who is next inside a tenure: grants it to one caller after the other, makes it fit the next lease,
 * and yields it when its budget is spent. Used inside the delegate's mailbox only.
 */
final class Turns {

  private final String lockName;
  private final Engine engine;
  private final Subscription subscription;
  private final Acquisition acquisition;
  private final Keeper keeper;
  private final Consumer<Runnable> post;
  private boolean isFresh; // the tenure has not been granted to anybody yet
  private boolean isFitted; // it was renewed to fit the next lease

  Turns(
      String lockName,
      Engine engine,
      Subscription subscription,
      Acquisition acquisition,
      Keeper keeper,
      Consumer<Runnable> post) {
    this.lockName = lockName;
    this.engine = engine;
    this.subscription = subscription;
    this.acquisition = acquisition;
    this.keeper = keeper;
    this.post = post;
  }

  /** A tenure begins, new or under a new stamp. */
  void begin(Tenure granted) {
    granted.beginTurns(now());
    isFresh = true;
    isFitted = false;
  }

  /** The tenure is free and somebody waits. */
  void next(Tenure held, Waiter next) {
    if (held.acknowledged() < next.replicas()) {
      keeper.end(held); // asks anew, and is acknowledged then
    } else if (!isFresh
        && held.isSpent(engine.limits().handOvers(), engine.limits().handOverNanos(), now())) {
      yieldTurn(held, next);
    } else if (!covers(held, next)) {
      renewFor(held, next);
    } else {
      grant(held, next);
    }
  }

  private void grant(Tenure held, Waiter next) {
    long now = now();
    boolean handedOver = !isFresh;
    if (handedOver) {
      held.countHandOver();
    }
    boolean countsFromSending = isFresh || isFitted;
    isFresh = false;
    isFitted = false;
    long end = Tenure.deadline(countsFromSending ? held.lastSentNanos() : now, next.leaseMillis());
    HeldLease lease =
        new HeldLease(keeper, engine.clock(), engine.events(), held, next.options(), end, now);
    keeper.lend(lease, next);
    Duration waited = Duration.ofNanos(now - next.enteredNanos());
    engine
        .events()
        .publish(() -> handedOver
            ? new LockEvent.HandedOver(lockName, lease.token(), waited)
            : new LockEvent.Acquired(lockName, lease.token(), waited));
    next.granted(lease);
  }

  /** Whether the next caller's lease fits into what is left of the tenure. */
  private boolean covers(Tenure held, Waiter next) {
    if (held.leaseMillis() > Math.max(next.leaseMillis(), engine.limits().leaseMillis())) {
      return false; // if this one crashes, everybody waits for the lease of somebody before
    }
    if (isFitted || isFresh) {
      return held.leaseMillis() >= next.leaseMillis();
    }
    if (next.options().isRenewed()) {
      return held.leaseMillis() == next.leaseMillis()
          && held.deadlineNanos() - now() >= next.leaseMillis() * 500_000;
    }
    return held.deadlineNanos() - Tenure.deadline(now(), next.leaseMillis()) >= 0;
  }

  private void renewFor(Tenure held, Waiter next) {
    keeper.ask();
    keeper.sendRenewal(held, next.leaseMillis(), true, answer -> {
      keeper.answered();
      isFitted = answer instanceof Answer.Renewed && !held.mayBeShortened();
      if (!isFitted) {
        keeper.end(held);
      }
    });
  }

  private void yieldTurn(Tenure held, Waiter next) {
    keeper.ask();
    acquisition.giveWay();
    int ownListeners = subscription.isOn() ? 1 : 0;
    subscription.publishing();
    long leaseMillis = next.leaseMillis();
    held.asking(leaseMillis);
    engine
        .protocol()
        .yieldTurn(
            lockName,
            held.holder(),
            leaseMillis,
            ownListeners,
            answer -> post.accept(() -> yielded(held, leaseMillis, answer)));
  }

  private void yielded(Tenure held, long leaseMillis, Answer answer) {
    keeper.answered();
    boolean heard = answer instanceof Answer.Released released && released.wasHeard();
    if (!heard) {
      subscription.notPublished();
    }
    if (answer instanceof Answer.Released) {
      keeper.forget();
      if (held.mayComeAgain(now())) {
        engine
            .farewells()
            .toUnknown(lockName, held.holder(), held.longestMillis(), held.copiesUntilNanos());
      }
      acquisition.stepBack();
    } else if (answer instanceof Answer.Granted again && !again.repeated() && !held.isDropped()) {
      Tenure goesOn = new Tenure(
          lockName,
          held.holder(),
          again.stamp(),
          again.sentNanos(),
          leaseMillis,
          held.copiesUntilNanos(),
          0); // the new stamp was not acknowledged by anybody
      goesOn.asking(held.longestMillis());
      keeper.begin(goesOn);
    } else { // also if it goes on, but another copy of the yield may still release it
      keeper.end(held);
    }
  }

  private long now() {
    return engine.clock().nanos();
  }
}
