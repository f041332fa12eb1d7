package io.holdfast.internal.waiting;

import io.holdfast.HoldfastClosedException;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LockEvent;
import io.holdfast.LockUnavailableException;
import io.holdfast.internal.Mailbox;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockName;
import io.holdfast.internal.renewal.Guardian;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Lessor;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lock name in one client: the queue of its callers, and the one who talks to the server for all
 * of them. Lives while it has something to do. Thread-safe: everything happens inside its mailbox.
 */
public final class Delegate implements Lessor, Guardian {

  /*
   * After every event `advance` looks at what there is and does the one next thing:
   *
   *   a lease is out, or a request is in flight ........ nothing: its end calls back
   *   tenure, nobody waits ............................. release
   *   tenure, somebody waits, budget spent ............. yield, then step back for a moment
   *   tenure, somebody waits, lease too short for it ... renew first
   *   tenure, somebody waits ........................... grant: the hand-over
   *   no tenure, somebody waits, not asleep ............ try to acquire
   *   no tenure, somebody waits, asleep ................ nothing: message, timer or reconnect calls back
   *   neither .......................................... close the ear after a while, then retire
   *
   * A release is not waited for before the next acquire is sent: both go the same way in order. Where
   * that order does not hold (lost reply, slot on the move), the end of the farewell wakes us.
   */
  private static final Logger log = LoggerFactory.getLogger(Delegate.class);

  private final String lockName;
  private final Engine engine;
  private final Mailbox mailbox = new Mailbox();
  private final LocalQueue queue;
  private final Subscription subscription;
  private final Acquisition acquisition;
  private @Nullable Tenure tenure;
  private volatile @Nullable HeldLease current;
  private Timers.@Nullable Timer alarm; // at the end of a lease that is not watched
  private boolean isAsking; // a yield or renewal is in flight whose answer decides what comes next
  private boolean isFresh; // the tenure has not been granted to anybody yet
  private boolean isWatched;
  private boolean isRetired;

  Delegate(String lockName, Engine engine) {
    this.lockName = lockName;
    this.engine = engine;
    this.queue = new LocalQueue(lockName, engine.clock(), engine.events());
    this.subscription = new Subscription(this, engine, LockName.channelOf(lockName));
    this.acquisition =
        new Acquisition(lockName, engine, queue, subscription, this::post, this::begin);
  }

  // ---- callers

  void enter(Waiter waiter) {
    post(() -> {
      if (engine.closed().get()) {
        waiter.failed(closedException());
      } else if (isRetired) {
        engine.delegate(lockName).enter(waiter);
      } else if (waiter.isOnce() && (current != null || !queue.isEmpty())) {
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
        forward(delegate -> delegate.expire(waiter));
      } else if (!queue.contains(waiter)) {
        return; // answered already
      } else if (acquisition.isInFlight()) {
        waiter.expire();
      } else if (tenure == null && acquisition.isSilent()) {
        queue.failIf(silenced -> silenced == waiter, null);
      } else {
        queue.refuse(waiter);
      }
    });
  }

  /** The waiter leaves; a grant under way for it goes to the next one. */
  void withdraw(Waiter waiter, RuntimeException reason) {
    post(() -> {
      if (isRetired) {
        forward(delegate -> delegate.withdraw(waiter, reason));
      } else {
        queue.withdraw(waiter, reason);
      }
    });
  }

  /** This delegate has retired: a waiter that came too late stands in the queue of its successor. */
  private void forward(Consumer<Delegate> event) {
    Delegate successor = engine.delegates().get(lockName);
    if (successor != null && successor != this) {
      event.accept(successor);
    }
  }

  /** Ends the lease of a holder in this client, then whatever the server has under the name. */
  void force(Consumer<Answer> then) {
    post(() -> {
      if (lose(Reason.FORCED, "released by force")) {
        forgetTenure();
      }
      engine.protocol().force(lockName, answer -> {
        then.accept(answer);
        post(acquisition::wake);
      });
    });
  }

  /** Ends everything: waiters, lease, tenure. The farewell is under way afterwards. */
  public void close() {
    post(() -> {
      queue.failAll(closedException(), LockEvent.Waited.Outcome.CLOSED);
      lose(Reason.CLOSED, "this client was closed");
      subscription.close();
    });
  }

  // ---- the server's side

  /** A message on the lock's channel: somebody released it. */
  public void message() {
    post(() -> {
      if (subscription.isOwnMessage()) {
        return;
      }
      HeldLease lease = current;
      if (lease == null) {
        acquisition.wake();
      } else if (!isAsking) {
        verify(lease); // nobody else should have been able to release it
      }
    });
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
    post(acquisition::wake);
  }

  void lingered() {
    post(() -> {
      if (queue.isEmpty()) {
        subscription.close();
      }
    });
  }

  // ---- the holder

  @Override
  public void released(HeldLease lease, Consumer<@Nullable RuntimeException> then) {
    post(() -> {
      if (lease != current) { // lost at the same moment
        then.accept(lease.lostBeforeRelease());
        return;
      }
      long heldNanos = lease.heldNanos(now());
      engine
          .events()
          .publish(
              () -> new LockEvent.Released(lockName, lease.token(), Duration.ofNanos(heldNanos)));
      current = null;
      cancelAlarm();
      if (queue.isEmpty()) {
        endTenure(answer -> then.accept(problemOf(answer, lease)));
      } else {
        advance();
        then.accept(null);
      }
    });
  }

  private static @Nullable RuntimeException problemOf(Answer answer, HeldLease lease) {
    if (answer instanceof Answer.NotHeld) {
      return lease.lostBeforeRelease();
    }
    if (answer instanceof Answer.Unknown unknown) {
      return unknown.cause();
    }
    return answer instanceof Answer.Failed failed ? failed.cause() : null;
  }

  @Override
  public void renew(HeldLease lease, long leaseMillis, Consumer<@Nullable RuntimeException> then) {
    post(() -> {
      if (lease != current) {
        then.accept(lease.notHeld());
      } else {
        sendRenewal(
            lease.tenure(),
            leaseMillis,
            answer -> then.accept(afterRenewal(lease, leaseMillis, answer)));
      }
    });
  }

  private @Nullable RuntimeException afterRenewal(
      HeldLease lease, long leaseMillis, Answer answer) {
    if (answer instanceof Answer.Renewed renewed && !lease.isRenewed()) {
      lease.endsAt(Tenure.deadline(renewed.sentNanos(), leaseMillis));
      if (lease == current) {
        alarmAt(lease);
      }
    }
    if (!lease.isHeld()) {
      return lease.notHeld();
    }
    if (answer instanceof Answer.Unknown unknown) {
      return new LockUnavailableException(
          "lock '" + lockName + "': no answer to the renewal; the lease goes on for "
              + lease.remaining(),
          unknown.cause());
    }
    return answer instanceof Answer.Failed failed ? failed.cause() : null;
  }

  @Override
  public void left(HeldLease lease) {
    post(() -> {
      if (lease == current) {
        current = null;
        forgetTenure();
      }
    });
  }

  @Override
  public void foundOver(HeldLease lease) {
    post(() -> loseIfOver(lease));
  }

  // ---- the watchdog

  @Override
  public boolean isWanted(Tenure watched) {
    HeldLease lease = current;
    if (lease == null || lease.tenure() != watched || !lease.isOrphaned()) {
      return true;
    }
    post(() -> {
      if (lease == current && isWatched) {
        log.warn(
            "lock '{}': the thread that held it ended without unlock; it is no longer renewed",
            lockName);
        unwatch();
        alarmAt(lease);
      }
    });
    return false;
  }

  @Override
  public void answered(Tenure watched, Renewal renewal, Answer answer) {
    post(() -> applyRenewal(watched, renewal, answer));
  }

  @Override
  public void atRisk(Tenure watched) {
    post(() -> {
      HeldLease lease = current;
      if (lease != null && watched == tenure) {
        engine
            .events()
            .publish(() -> new LockEvent.AtRisk(lockName, lease.token(), lease.remaining()));
      }
    });
  }

  @Override
  public void deadlinePassed(Tenure watched) {
    post(() -> {
      HeldLease lease = current;
      if (watched != tenure) {
        engine.watchdog().forget(watched);
      } else if (lease != null) {
        loseIfOver(lease);
      }
    });
  }

  /** A late answer never touches a newer tenure, nor a lease whose deadline has passed. */
  private void applyRenewal(Tenure renewed, Renewal renewal, Answer answer) {
    HeldLease lease = current;
    if (renewed != tenure || (lease != null && loseIfOver(lease))) {
      return;
    }
    if (answer instanceof Answer.Renewed done) {
      renewed.renewed(renewal.number(), done.sentNanos(), renewal.leaseMillis());
      if (lease != null) {
        Duration lag = Duration.ofNanos(renewal.lagNanos());
        engine.events().publish(() -> new LockEvent.Renewed(lockName, lease.token(), lag));
      }
    } else if (answer instanceof Answer.NotHeld) {
      if (lease == null
          || lose(
              Reason.RENEWAL_REFUSED, "the server no longer knows it: expired, flushed or taken")) {
        endTenure(ignored -> {});
      }
    } else if (answer instanceof Answer.Failed failed && !failed.isPassing()) {
      log.warn("lock '{}': cannot be renewed", lockName, failed.cause());
    }
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
    while (current == null && !isAsking && !acquisition.isInFlight()) {
      Tenure held = tenure;
      Waiter next = queue.head();
      if (held != null && (next == null || held.isOver(now()))) {
        endTenure(answer -> {});
      } else if (next == null) {
        rest();
        return;
      } else if (held == null) {
        if (acquisition.isAsleep()) {
          return;
        }
        acquisition.tryFor(next);
      } else if (!isFresh
          && held.isSpent(engine.limits().handOvers(), engine.limits().handOverNanos(), now())) {
        yieldTurn(held, next);
      } else if (!covers(held, next)) {
        renewFor(held, next);
      } else {
        grant(held, next);
      }
    }
  }

  private void begin(Tenure granted) {
    tenure = granted;
    isFresh = true;
  }

  private void grant(Tenure held, Waiter next) {
    long now = now();
    boolean handedOver = !isFresh;
    if (handedOver) {
      held.countHandOver();
    }
    isFresh = false;
    long end = Tenure.deadline(handedOver ? now : held.lastSentNanos(), next.leaseMillis());
    HeldLease lease =
        new HeldLease(this, engine.clock(), engine.events(), held, next.options(), end, now);
    current = lease;
    queue.remove(next);
    if (!lease.isRenewed()) {
      unwatch();
      alarmAt(lease);
    } else if (!isWatched) {
      isWatched = true;
      engine.watchdog().watch(held, next.leaseMillis(), this);
    }
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
    if (isFresh) {
      return held.leaseMillis() >= next.leaseMillis();
    }
    if (next.options().isRenewed()) {
      return held.leaseMillis() == next.leaseMillis()
          && held.deadlineNanos() - now() >= next.leaseMillis() * 500_000;
    }
    return held.deadlineNanos() - Tenure.deadline(now(), next.leaseMillis()) >= 0;
  }

  private void renewFor(Tenure held, Waiter next) {
    isAsking = true;
    unwatch();
    sendRenewal(held, next.leaseMillis(), answer -> {
      isAsking = false;
      if (held == tenure && !(answer instanceof Answer.Renewed)) {
        endTenure(ignored -> {});
      }
    });
  }

  /** No hand-over until the server has said that the lock is still ours. */
  private void verify(HeldLease lease) {
    Tenure held = lease.tenure();
    isAsking = true;
    long leaseMillis = lease.isRenewed() ? held.leaseMillis() : held.remainingLeaseMillis(now());
    sendRenewal(held, leaseMillis, answer -> isAsking = false);
  }

  private void sendRenewal(Tenure held, long leaseMillis, Consumer<Answer> then) {
    Renewal renewal = new Renewal(held.renewing(now(), leaseMillis), leaseMillis, 0);
    engine
        .protocol()
        .renew(
            List.of(lockName),
            List.of(held.holder()),
            leaseMillis,
            answers -> post(() -> {
              applyRenewal(held, renewal, answers.get(0));
              then.accept(answers.get(0));
            }));
  }

  private void yieldTurn(Tenure held, Waiter next) {
    isAsking = true;
    acquisition.forgetWakeUp();
    int ownListeners = subscription.isOn() ? 1 : 0;
    subscription.publishing();
    long leaseMillis = Math.max(held.leaseMillis(), next.leaseMillis());
    engine
        .protocol()
        .yieldTurn(
            lockName,
            held.holder(),
            leaseMillis,
            ownListeners,
            answer -> post(() -> {
              isAsking = false;
              if (answer instanceof Answer.Granted again) {
                subscription.notPublished();
                unwatch();
                begin(new Tenure(
                    lockName, held.holder(), again.stamp(), again.sentNanos(), leaseMillis));
              } else if (answer instanceof Answer.Released) {
                forgetTenure();
                acquisition.stepBack();
              } else {
                subscription.notPublished();
                endTenure(ignored -> {});
              }
            }));
  }

  /** Tells the holder, if there is one that has not ended its lease itself. */
  private boolean lose(Reason reason, String detail) {
    HeldLease lease = current;
    if (lease == null || !(lease.lose(reason, detail) || lease.isLost())) {
      return false;
    }
    current = null;
    return true;
  }

  private boolean loseIfOver(HeldLease lease) {
    if (lease != current || lease.deadlineNanos() - now() > 0) {
      return false;
    }
    if (lease.loseByClock() || lease.isLost()) {
      current = null;
      endTenure(answer -> {});
    }
    return true;
  }

  private void endTenure(Consumer<Answer> then) {
    Tenure ending = tenure;
    forgetTenure();
    if (ending == null) {
      return;
    }
    subscription.publishing();
    engine.farewells().to(ending, answer -> {
      then.accept(answer);
      boolean released = answer instanceof Answer.Released;
      boolean retried = answer instanceof Answer.Released done && done.wasRetried();
      if (!released || retried || engine.limits().isCluster()) {
        post(() -> {
          if (!released) {
            subscription.notPublished();
          }
          acquisition.wake();
        });
      }
    });
  }

  private void forgetTenure() {
    unwatch();
    cancelAlarm();
    tenure = null;
  }

  private void unwatch() {
    Tenure held = tenure;
    if (isWatched && held != null) {
      engine.watchdog().forget(held);
    }
    isWatched = false;
  }

  /** Nobody waits, nothing is held. */
  private void rest() {
    acquisition.abandon();
    if (subscription.isOff()) {
      isRetired = true;
      engine.delegates().remove(lockName, this);
    } else {
      subscription.linger();
    }
  }

  private void alarmAt(HeldLease lease) {
    cancelAlarm();
    alarm = engine
        .timers()
        .after(
            lease.deadlineNanos() - now(),
            () -> post(() -> {
              if (lease == current && !loseIfOver(lease)) {
                alarmAt(lease);
              }
            }));
  }

  private void cancelAlarm() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }

  private HoldfastClosedException closedException() {
    return new HoldfastClosedException("lock '" + lockName + "': this client is closed");
  }

  private long now() {
    return engine.clock().nanos();
  }
}
