package io.holdfast.internal.waiting;

import io.holdfast.HoldfastClosedException;
import io.holdfast.LockActivity;
import io.holdfast.LockEvent;
import io.holdfast.internal.Mailbox;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockName;
import io.holdfast.internal.protocol.Shortage;
import io.holdfast.internal.tenure.Tenure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lock name in one client: the queue of its callers, and the one who talks to the server for all
 * of them. Lives while it has something to do. Thread-safe: everything happens inside its mailbox.
 */
public final class Delegate {

  /*
   * After every event `advance` looks at what there is and does the one next thing:
   *
   *   a lease is out, or a request is in flight ........ nothing: its end calls back
   *   tenure, nobody waits ............................. release
   *   tenure, somebody waits, too few acknowledged ..... release, then acquire
   *   tenure, somebody waits, budget spent ............. yield, then step back for a moment
   *   tenure, somebody waits, lease too short for it ... renew first
   *   tenure, somebody waits ........................... grant: the hand-over
   *   no tenure, somebody waits, not asleep ............ try to acquire
   *   no tenure, somebody waits, asleep ................ nothing: message, timer or reconnect calls back
   *   neither .......................................... close the ear after a while, then retire
   *
   * The Keeper does what concerns a tenure, the Acquisition what it takes to get one. A release is not
   * waited for before the next acquire is sent: both go the same way in order. Where that order does
   * not hold (lost reply, slot on the move, acknowledged by replicas), the end of the farewell wakes us.
   */
  private static final Logger log = LoggerFactory.getLogger(Delegate.class);

  private final String lockName;
  private final Engine engine;
  private final Mailbox mailbox = new Mailbox();
  private final LocalQueue queue;
  private final Subscription subscription;
  private final Acquisition acquisition;
  private final Keeper keeper;
  private boolean isRetired;

  Delegate(String lockName, Engine engine) {
    this.lockName = lockName;
    this.engine = engine;
    this.queue = new LocalQueue(lockName, engine.clock(), engine.events());
    this.subscription = new Subscription(this, engine, LockName.channelOf(lockName));
    this.acquisition =
        new Acquisition(lockName, engine, queue, subscription, this::post, new ToKeeper());
    this.keeper =
        new Keeper(lockName, engine, queue, subscription, acquisition, this::post, this::wake);
  }

  /** There before the keeper is. */
  private final class ToKeeper implements Acquisition.Receiver {

    @Override
    public void granted(Tenure tenure) {
      keeper.begin(tenure);
    }

    @Override
    public void over(Tenure tenure) {
      keeper.giveBack(tenure);
    }

    @Override
    public void unacknowledged(Tenure tenure, Shortage shortage) {
      keeper.giveBack(tenure, shortage);
    }
  }

  // ---- callers

  void enter(Waiter waiter) {
    post(() -> {
      if (engine.closed().get()) {
        waiter.failed(closedException());
      } else if (isRetired) {
        engine.delegate(lockName).enter(waiter);
      } else if (waiter.isOnce() && (keeper.hasLeaseOut() || !queue.isEmpty())) {
        queue.refuse(waiter); // somebody here has it, or has waited longer
      } else {
        queue.add(waiter);
      }
    });
  }

  /** The waiter's time is over. A request in flight is awaited: its answer decides. */
  void expire(Waiter waiter) {
    post(() -> {
      if (isRetired) {
        forward(successor -> successor.expire(waiter));
      } else if (queue.isReturning(waiter)) {
        queue.endReturn(waiter); // it would only learn what came of the release
      } else if (queue.contains(waiter)) {
        if (acquisition.isInFlight()) {
          waiter.expire();
        } else if (!keeper.hasTenure() && acquisition.isSilent()) {
          queue.failIf(silenced -> silenced == waiter, null);
        } else {
          queue.refuse(waiter);
        }
      }
    });
  }

  /** The waiter leaves; a grant under way for it goes to the next one. */
  void withdraw(Waiter waiter, RuntimeException reason) {
    post(() -> {
      if (isRetired) {
        forward(successor -> successor.withdraw(waiter, reason));
      } else {
        queue.withdraw(waiter, reason);
      }
    });
  }

  /** This delegate has retired: a waiter that came too late stands in the queue of its successor. */
  private void forward(Consumer<Delegate> event) {
    Delegate successor = engine.delegates().get(lockName);
    if (successor != null) {
      event.accept(successor);
    }
  }

  /** Ends the lease of a holder in this client, then whatever the server has under the name. */
  void force(Consumer<Answer> then) {
    post(() -> {
      if (isRetired) {
        engine.delegate(lockName).force(then);
        return;
      }
      Tenure forced = keeper.force();
      acquisition.mistrust();
      engine.protocol().force(lockName, answer -> {
        boolean isGone = answer instanceof Answer.Released || answer instanceof Answer.NotHeld;
        if (forced != null && (!isGone || forced.mayComeAgain(engine.clock().nanos()))) {
          engine.farewells().to(forced, ended -> {});
        }
        then.accept(answer);
        post(() -> forced(answer));
      });
    });
  }

  /**
   * What was granted here while the release by force was on its way may have been ended by it, even if it was asked for
   * later: on another way, or if the answer does not say when it was done.
   */
  private void forced(Answer answer) {
    if (isRetired) {
      forward(successor -> successor.post(() -> successor.forced(answer)));
      return;
    }
    boolean isInOrder = answer instanceof Answer.Released released && !released.wasRetried();
    if (!isInOrder || engine.limits().isCluster() || acquisition.isApart()) {
      acquisition.mistrust();
      keeper.verifyNow();
    }
    wake();
  }

  /** Ends everything: waiters, lease, tenure. The farewell is under way afterwards. */
  public void close() {
    post(() -> {
      queue.failAll(closedException(), LockEvent.Waited.Outcome.CLOSED);
      keeper.close();
      subscription.close();
    });
  }

  /** Tells what there is, between two events; nothing if the name is neither held nor waited for. */
  void report(Consumer<Optional<LockActivity>> to) {
    mailbox.post(() -> to.accept(activity())); // changes nothing, so nothing is to advance
  }

  private Optional<LockActivity> activity() {
    Optional<LockActivity.Held> held = keeper.held();
    if (held.isEmpty() && queue.isEmpty()) {
      return Optional.empty();
    }
    Duration longestWait = Duration.ofNanos(queue.longestWaitNanos());
    return Optional.of(new LockActivity(lockName, held, queue.size(), longestWait));
  }

  // ---- the server's side

  /** A message on the lock's channel: somebody released it. */
  public void message() {
    post(() -> {
      boolean isOwn = subscription.isOwnMessage();
      if (!keeper.isConcernedByMessage()) {
        if (!isOwn
            || !acquisition.isGivingWay()) { // waiting, one try too many is better than one too few
          acquisition.wake();
        }
      } else if (!isOwn) {
        keeper.verify(); // nobody else should have been able to release it
      }
    });
  }

  /** Messages do not arrive for now. */
  public void deaf() {
    post(subscription::deaf);
  }

  /** From now on messages arrive; one may have been missed before. */
  public void subscribed() {
    post(() -> {
      subscription.acknowledged();
      acquisition.wake();
    });
  }

  /** The connection or topology is new: what was refused or unanswered may work now. */
  public void reconnected() {
    post(this::wake);
  }

  private void wake() {
    if (isRetired) {
      forward(Delegate::reconnected);
    } else {
      acquisition.wake();
    }
  }

  void lingered() {
    post(() -> subscription.lingered(queue.isEmpty()));
  }

  // ---- inside the mailbox

  private void post(Runnable event) {
    mailbox.post(() -> {
      try {
        event.run();
        advance();
      } catch (RuntimeException | Error e) {
        log.error(
            "lock '{}': the engine failed; its queue is freed. Please report this", lockName, e);
        queue.failAll(
            new IllegalStateException("lock '" + lockName + "': the engine failed: " + e, e),
            LockEvent.Waited.Outcome.UNAVAILABLE);
      }
    });
  }

  private void advance() {
    while (!keeper.isBusy() && !acquisition.isInFlight()) {
      Waiter next = queue.head();
      if (keeper.hasTenure()) {
        keeper.goOnWith(next);
      } else if (next == null) {
        rest();
        return;
      } else if (acquisition.isAsleep()) {
        return;
      } else {
        acquisition.tryFor(next);
      }
    }
  }

  /** Nobody waits, nothing is held. */
  private void rest() {
    acquisition.abandon();
    if (queue.isReturning()) {
      return; // the farewell calls back, or their patience ends
    }
    if (subscription.isOff()) {
      isRetired = true;
      engine.delegates().remove(lockName, this);
    } else {
      subscription.linger();
    }
  }

  private HoldfastClosedException closedException() {
    return new HoldfastClosedException("lock '" + lockName + "': this client is closed");
  }
}
