package io.holdfast.internal.waiting;

import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LockActivity;
import io.holdfast.LockEvent;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.Shortage;
import io.holdfast.internal.renewal.Guardian;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Lessor;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.tenure.Tenure.Shortening;
import io.holdfast.internal.time.Alarm;
import io.holdfast.internal.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a delegate's tenure: knows the lease that is out, has it renewed, and ends it. Who is next is the
 * business of {@link Turns}. What comes from outside goes through the delegate's mailbox.
 *
 * <p>Long, because every way a lease and its tenure can end stands here, next to the others that it may meet.
 */
final class Keeper implements Lessor, Guardian {

  /*
   *            begin              grant                 released, somebody waits
   *   nothing -------> tenure ----------> lease out -----------------------------> tenure
   *      ^               |                    |            (next turn, or yield first)
   *      |               |                    |--- released, nobody waits ---.
   *      |               |                    '--- lost ---------------------|
   *      '---------------'--------------- farewell <-------------------------'
   */
  private static final Logger log = LoggerFactory.getLogger(Keeper.class);

  private final String lockName;
  private final Engine engine;
  private final LocalQueue queue;
  private final Subscription subscription;
  private final Acquisition acquisition;
  private final Turns turns;
  private final Consumer<Runnable> post;
  private final Runnable wake;
  private @Nullable Tenure tenure;
  private volatile @Nullable HeldLease current;
  private final Alarm alarm; // at the end of a lease that is not watched
  private boolean isAsking; // a yield or renewal is in flight whose answer decides what comes next
  private boolean isVerifying; // it is a renewal because a message was heard
  private boolean isToVerify; // once more, when that is answered
  private final Alarm verification; // set if another one was heard since
  private long verifiedNanos;
  private boolean isWatched;
  private boolean isFailureLogged;

  /**
   * @param post brings an event into the mailbox
   * @param wake wakes whoever waits for this name, here or with a successor
   */
  Keeper(
      String lockName,
      Engine engine,
      LocalQueue queue,
      Subscription subscription,
      Acquisition acquisition,
      Consumer<Runnable> post,
      Runnable wake) {
    this.lockName = lockName;
    this.engine = engine;
    this.queue = queue;
    this.subscription = subscription;
    this.acquisition = acquisition;
    this.turns = new Turns(lockName, engine, subscription, acquisition, this, post);
    this.post = post;
    this.wake = wake;
    this.alarm = engine.alarm();
    this.verification = engine.alarm();
    this.verifiedNanos = now() - engine.lookNanos();
  }

  boolean hasTenure() {
    return tenure != null;
  }

  boolean hasLeaseOut() {
    return current != null;
  }

  /** The lease that is out, unless it is over. */
  Optional<LockActivity.Held> held() {
    HeldLease lease = current;
    return lease == null ? Optional.empty() : lease.activity(now());
  }

  /** Whether a message means that somebody took the lock from us. */
  boolean isConcernedByMessage() {
    return current != null || isVerifying;
  }

  /** Whether an event will come that decides what is next. */
  boolean isBusy() {
    return current != null || isAsking;
  }

  // ---- from grant to grant

  void begin(Tenure granted) {
    tenure = granted;
    verification.cancel();
    isToVerify = false;
    turns.begin(granted);
  }

  /** Granted, but of no use to anybody. */
  void giveBack(Tenure granted) {
    tenure = granted;
    end(granted);
  }

  /**
   * Granted, but acknowledged by too few. It is lent to nobody and released, and then those hear of it who wanted
   * more: all that wait here, because each would only find the same.
   */
  void giveBack(Tenure granted, Shortage shortage) {
    tenure = granted;
    List<Waiter> concerned = queue.beginReturn(shortage.acknowledged(), shortage.beforeRelease());
    Timers.Timer patience = engine
        .timers()
        .after(
            engine.limits().commandTimeoutNanos(),
            () -> post.accept(() -> concerned.forEach(queue::endReturn)));
    end(answer -> {
      patience.cancel();
      RuntimeException failure = shortage.afterRelease(answer);
      post.accept(() -> queue.endReturn(concerned, failure));
    });
  }

  /** The tenure is free: does the next thing with it. */
  void goOnWith(@Nullable Waiter next) {
    Tenure held = tenure;
    if (held == null || next == null || held.isOver(now()) || held.mayBeShortened()) {
      end(answer -> {});
    } else {
      turns.next(held, next);
    }
  }

  /** The lease is the next caller's from now on. */
  void lend(HeldLease lease, Waiter next) {
    current = lease;
    queue.remove(next);
    if (!lease.isRenewed()) {
      unwatch();
      alarmAt(lease);
    } else if (!isWatched) {
      isWatched = true;
      engine.watchdog().watch(lease.tenure(), next.leaseMillis(), this);
    }
  }

  /** A request leaves whose answer decides; a renewal behind it would set the old lease time again. */
  void ask() {
    isAsking = true;
    unwatch();
  }

  void answered() {
    isAsking = false;
  }

  // ---- the holder

  @Override
  public void released(HeldLease lease, Consumer<@Nullable RuntimeException> then) {
    post.accept(() -> {
      if (lease != current || lease.tenure().isDropped()) { // lost at the same moment
        if (lease == current) {
          current = null;
        }
        then.accept(lease.lostBeforeRelease());
        return;
      }
      Duration held = Duration.ofNanos(lease.heldNanos(now()));
      engine.events().publish(() -> new LockEvent.Released(lockName, lease.token(), held));
      current = null;
      alarm.cancel();
      if (queue.isEmpty()) {
        end(answer -> then.accept(lease.afterRelease(answer)));
      } else {
        then.accept(null); // somebody here goes on with it
      }
    });
  }

  @Override
  public void renew(HeldLease lease, long leaseMillis, Consumer<@Nullable RuntimeException> then) {
    post.accept(() -> {
      if (lease != current) {
        then.accept(lease.notHeld());
      } else {
        sendRenewal(
            lease.tenure(),
            leaseMillis,
            true,
            answer -> then.accept(afterRenewal(lease, leaseMillis, answer)));
        if (!lease.isRenewed()) {
          alarmAt(lease); // it may be over before that is answered
        }
      }
    });
  }

  private @Nullable RuntimeException afterRenewal(
      HeldLease lease, long leaseMillis, Answer answer) {
    if (answer instanceof Answer.Renewed renewed && !lease.isRenewed()) {
      lease.endsAt(Tenure.deadline(renewed.sentNanos(), leaseMillis));
    }
    if (lease == current) {
      if (!lease.isRenewed()) {
        alarmAt(lease);
      } else if (isWatched
          && (answer instanceof Answer.Renewed || answer instanceof Answer.Unknown)) {
        engine.watchdog().watch(lease.tenure(), lease.tenure().leaseMillis(), this);
      }
    }
    return lease.afterRenewal(answer);
  }

  @Override
  public void left(HeldLease lease) {
    post.accept(() -> {
      if (lease == current) {
        current = null;
        runOut(lease);
        forget();
      }
    });
  }

  /** Nobody will release it: the server must not keep it for the longer lease time of somebody before. */
  private void runOut(HeldLease lease) {
    Tenure held = lease.tenure();
    long left = lease.deadlineNanos() - now();
    if (!lease.isRenewed() && held.deadlineNanos() - lease.deadlineNanos() > left / 10) {
      long leftMillis = Tenure.leaseMillisFor(left);
      sendRenewal(held, leftMillis, true, answer -> {});
    }
  }

  @Override
  public void foundOver(HeldLease lease) {
    post.accept(() -> loseIfOver(lease));
  }

  // ---- renewals

  @Override
  public boolean isWanted(Tenure watched) {
    HeldLease lease = current;
    if (lease == null || lease.tenure() != watched || !lease.isOrphaned()) {
      return true;
    }
    post.accept(() -> {
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
    post.accept(() -> apply(watched, renewal, answer));
  }

  @Override
  public void atRisk(Tenure watched) {
    post.accept(() -> {
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
    post.accept(() -> {
      HeldLease lease = current;
      if (watched != tenure) {
        engine.watchdog().forget(watched);
      } else if (lease != null) {
        loseIfOver(lease);
      }
    });
  }

  /**
   * Asks the server whether the lock is still ours; no hand-over until it has answered. Not at every message of a
   * flood, which need not be about this lock at all: in between, turns go on.
   */
  void verify() {
    Tenure held = tenure;
    if (held == null || verification.isSet()) {
      return;
    }
    long pause = verifiedNanos + engine.lookNanos() - now();
    if (isAsking || pause > 0) {
      verification.set(
          isAsking ? engine.lookNanos() : pause,
          () -> post.accept(() -> {
            verification.cancel();
            verify();
          }));
      return;
    }
    verifyNow();
  }

  /** Asks the server at once; if it is being asked, when it has answered. */
  void verifyNow() {
    Tenure held = tenure;
    if (held == null) {
      return;
    }
    if (isAsking) {
      if (current == null) {
        held.drop(); // nobody has it, and nobody gets it
      }
      isToVerify = current != null;
      return;
    }
    isAsking = true;
    isVerifying = true;
    verifiedNanos = now();
    long leaseMillis = isWatched ? held.leaseMillis() : held.remainingLeaseMillis(now());
    sendRenewal(held, leaseMillis, false, answer -> {
      isAsking = false;
      isVerifying = false;
      if (isToVerify) {
        isToVerify = false;
        verifyNow();
      }
    });
  }

  /**
   * @param shortens whether the lease may become shorter by it
   */
  void sendRenewal(Tenure held, long leaseMillis, boolean shortens, Consumer<Answer> then) {
    held.asking(leaseMillis);
    Shortening shortening = shortens ? held.shortening(now(), leaseMillis) : null;
    Renewal renewal = new Renewal(leaseMillis, shortens, 0);
    engine
        .protocol()
        .renew(
            List.of(lockName),
            List.of(held.holder()),
            leaseMillis,
            shortens,
            answers -> post.accept(() -> {
              apply(held, renewal, answers.get(0));
              if (shortening != null && isSettledBy(answers.get(0))) {
                held.settled(shortening); // last: nobody may read what was before it
              }
              then.accept(answers.get(0));
            }));
  }

  /** Whether no copy of the renewal can do anything any more. */
  private static boolean isSettledBy(Answer answer) {
    return answer instanceof Answer.Renewed renewed
        ? !renewed.repeated()
        : !(answer instanceof Answer.Unknown unknown) || !unknown.wasSent();
  }

  /** A late answer never touches a newer tenure, nor a lease whose deadline has passed. */
  private void apply(Tenure renewed, Renewal renewal, Answer answer) {
    HeldLease lease = current;
    if (renewed != tenure || (lease != null && loseIfOver(lease))) {
      return;
    }
    if (answer instanceof Answer.Renewed done) {
      isFailureLogged = false;
      renewed.renewed(done.sentNanos(), renewal.leaseMillis(), renewal.shortens());
      if (lease != null) {
        Duration lag = Duration.ofNanos(renewal.lagNanos());
        engine.events().publish(() -> new LockEvent.Renewed(lockName, lease.token(), lag));
      }
    } else if (answer instanceof Answer.NotHeld) {
      renewed.drop();
      if (lease == null
          || lose(
              Reason.RENEWAL_REFUSED, "the server no longer knows it: expired, flushed or taken")) {
        end(ignored -> {});
      }
    } else if (answer instanceof Answer.Failed failed && !failed.isPassing() && !isFailureLogged) {
      isFailureLogged = true;
      log.warn("lock '{}': cannot be renewed", lockName, failed.cause());
    }
  }

  // ---- ends

  /**
   * The holder here is told before the server is; nothing is handed on of what the server is about to drop.
   *
   * @return the tenure that gets no farewell because the release by force is one; null if there is none
   */
  @Nullable
  Tenure force() {
    Tenure forced = tenure;
    if (forced != null) {
      forced.drop();
    }
    if (lose(Reason.FORCED, "released by force") && !isAsking) {
      forget();
      return forced;
    }
    return null;
  }

  void close() {
    lose(Reason.CLOSED, "this client was closed");
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
      end(answer -> {});
    }
    return true;
  }

  /** Ends that tenure, if it is still the one. */
  void end(Tenure held) {
    if (held == tenure) {
      end(answer -> {});
    }
  }

  private void end(Consumer<Answer> then) {
    Tenure ending = tenure;
    forget();
    if (ending == null) {
      return;
    }
    subscription.publishing();
    engine.farewells().to(ending, answer -> {
      then.accept(answer);
      boolean heard = answer instanceof Answer.Released released && released.wasHeard();
      boolean overtaken = !(answer instanceof Answer.Released released) || released.wasRetried();
      if (!heard || overtaken || engine.limits().isCluster() || acquisition.isApart()) {
        post.accept(() -> {
          if (!heard) {
            subscription.notPublished();
          }
          wake.run();
        });
      }
    });
  }

  void forget() {
    unwatch();
    alarm.cancel();
    verification.cancel();
    tenure = null;
  }

  private void unwatch() {
    Tenure held = tenure;
    if (isWatched && held != null) {
      engine.watchdog().forget(held);
    }
    isWatched = false;
  }

  private void alarmAt(HeldLease lease) {
    alarm.set(
        lease.deadlineNanos() - now(),
        () -> post.accept(() -> {
          if (lease == current && !loseIfOver(lease)) {
            alarmAt(lease);
          }
        }));
  }

  private long now() {
    return engine.clock().nanos();
  }
}
