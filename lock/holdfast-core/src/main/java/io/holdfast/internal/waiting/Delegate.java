package io.holdfast.internal.waiting;

import io.holdfast.HoldfastClosedException;
import io.holdfast.LockActivity;
import io.holdfast.LockEvent;
import io.holdfast.internal.Mailbox;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.tenure.Tenure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lock name in one client: the queue of its callers, and the one who talks to the server for all of them. Lives
 * while it has something to do. Thread-safe: everything happens inside its mailbox.
 */
public final class Delegate implements Routes.Ear {

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
   * A Keeper does what concerns a tenure, the Acquisition what it takes to get one. A release is not
   * waited for before the next acquire is sent: both go the same way in order. Where that order does
   * not hold (lost reply, slot on the move, acknowledged by replicas), the end of the farewell wakes us.
   */
  private static final Logger log = LoggerFactory.getLogger(Delegate.class);

  private final LockId lock;
  private final Delegates delegates;
  private final Engine engine;
  private final Mailbox mailbox = new Mailbox();
  private final LocalQueue queue;
  private final Subscription subscription;
  private final Acquisition acquisition;
  private final Keepers keepers;
  private boolean isRetired;

  Delegate(LockId lock, Delegates delegates) {
    this.lock = lock;
    this.delegates = delegates;
    this.engine = delegates.engine();
    this.queue = new LocalQueue(lock, engine.clock(), engine.events());
    this.subscription = new Subscription(this, this::lingered, engine, lock.channel());
    this.acquisition = new Acquisition(lock, engine, queue, subscription, this::post);
    Partings partings =
        new Partings(lock, engine, queue, subscription, acquisition, this::post, this::wake);
    this.keepers = new Keepers(
        lock.kind().mostTenures(), () -> new Keeper(lock, engine, queue, partings, this::post));
  }

  // ---- callers

  void enter(Waiter waiter) {
    post(() -> {
      try {
        take(waiter);
      } catch (Throwable e) { // a waiter that is in no queue would wait for ever
        waiter.failed(engineFailed(e));
        throw e;
      }
    });
  }

  private void take(Waiter waiter) {
    if (engine.closed().get()) {
      waiter.failed(closedException());
    } else if (isRetired) {
      delegates.of(lock).enter(waiter);
    } else if (waiter.isOnce() && (keepers.areAllOut() || !queue.isEmpty())) {
      queue.refuse(waiter); // somebody here has it, or has waited longer
    } else {
      queue.add(waiter);
    }
  }

  /** The waiter's time is over. A request in flight is awaited: its answer decides. */
  void expire(Waiter waiter) {
    post(() -> {
      if (isRetired) {
        forward(successor -> successor.expire(waiter));
      } else if (queue.isReturning(waiter)) {
        queue.endReturn(waiter); // it would only learn what came of the release
      } else if (queue.contains(waiter)) {
        boolean stepsBack = acquisition.isGivingWay() && !keepers.haveTenure();
        if (acquisition.isInFlight() || stepsBack || keepers.areAsking()) {
          queue.expire(waiter, engine.afterOneCommand(() -> post(() -> queue.giveUp(waiter))));
        } else if (!keepers.haveTenure() && acquisition.isSilent()) {
          queue.failIf(silenced -> silenced == waiter, null);
        } else {
          queue.refuse(waiter);
        }
      }
    });
  }

  /** It leaves; a grant under way for it goes to the next one. */
  void withdraw(Waiter waiter, RuntimeException reason) {
    post(() -> {
      if (isRetired) {
        forward(successor -> successor.withdraw(waiter, reason));
      } else {
        queue.withdraw(waiter, reason);
      }
    });
  }

  /** A caller has waited for a while: perhaps for itself. */
  void stillWaits(Thread waiting) {
    post(() -> keepers.areAwaitedBy(waiting, engine.events()));
  }

  /** This delegate has retired: a waiter that came too late stands in the queue of its successor. */
  private void forward(Consumer<Delegate> event) {
    delegates.ifPresent(lock, event);
  }

  /** Ends the lease of a holder in this client, then whatever the server has under the name. */
  void force(Consumer<Answer> then) {
    post(() -> {
      if (isRetired) {
        delegates.of(lock).force(then);
        return;
      }
      List<Tenure> forced = keepers.force();
      acquisition.mistrust();
      long sent = engine.now(); // a copy may run before it is answered
      engine.protocol().force(lock, answer -> {
        boolean isGone = answer instanceof Answer.Released || answer instanceof Answer.NotHeld;
        forced.stream()
            .filter(tenure -> !isGone || tenure.lateCopies().mayRun(sent))
            .forEach(tenure -> engine.farewells().to(tenure, ended -> {}));
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
      keepers.verifyNow();
    }
    wake();
  }

  /** Ends everything: waiters, lease, tenure. The farewell is under way afterwards. */
  public void close() {
    post(() -> {
      queue.failAll(closedException(), LockEvent.NotAcquired.Outcome.CLOSED);
      keepers.close();
      subscription.close();
    });
  }

  /** Tells what there is, between two events; nothing if the name is neither held nor waited for. */
  void report(Consumer<Optional<LockActivity>> to) {
    mailbox.post(() -> to.accept(activity())); // changes nothing, so nothing is to advance
  }

  private Optional<LockActivity> activity() {
    Optional<LockActivity.Held> held = keepers.held();
    if (held.isEmpty() && queue.size() == 0) {
      return Optional.empty();
    }
    Duration longestWait = Duration.ofNanos(queue.longestWaitNanos());
    return Optional.of(new LockActivity(lock.name(), held, queue.size(), longestWait));
  }

  // ---- the server's side

  /** A message on the lock's channel: somebody released it. */
  @Override
  public void message(String text) {
    post(() -> {
      boolean isOwn = subscription.isOwnMessage();
      keepers.heard();
      List<Keeper> concerned = keepers.concernedByMessage();
      if (concerned.isEmpty()) {
        if (!isOwn
            || !acquisition.isGivingWay()) { // waiting, one try too many is better than one too few
          acquisition.wake();
        }
      } else if (!isOwn) {
        concerned.forEach(Keeper::verify); // nobody else should have been able to release it
      }
    });
  }

  @Override
  public void deaf() {
    post(() -> {
      subscription.deaf();
      acquisition.wake(); // who knows what else is lost
    });
  }

  @Override
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

  private void lingered() {
    post(() -> subscription.lingered(queue.isEmpty()));
  }

  // ---- inside the mailbox

  private void post(Runnable event) {
    mailbox.post(() -> {
      try {
        event.run();
        advance();
      } catch (Throwable e) {
        queue.failAll(engineFailed(e), LockEvent.NotAcquired.Outcome.UNAVAILABLE);
        log.error("{}: the engine failed; its queue is freed. Please report this", lock, e);
        advance(); // what it had goes back
      }
    });
  }

  private IllegalStateException engineFailed(Throwable failure) {
    return new IllegalStateException(lock + ": the engine failed: " + failure, failure);
  }

  private void advance() {
    while (true) {
      Waiter next = queue.head();
      Keeper free = keepers.free();
      if (free != null) {
        free.goOnWith(next);
      } else if (acquisition.isInFlight() || !keepers.haveRoom()) {
        return;
      } else if (next != null && !acquisition.isAsleep()) {
        acquisition.tryFor(next, keepers);
      } else {
        if (next == null && keepers.areIdle()) {
          rest();
        }
        return;
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
      delegates.remove(lock, this);
    } else {
      subscription.linger();
    }
  }

  private HoldfastClosedException closedException() {
    return new HoldfastClosedException(lock.name(), lock + ": this client is closed", null);
  }
}
