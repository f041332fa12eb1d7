package io.holdfast.internal.waiting;

import io.holdfast.LockEvent;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.renewal.Guardian;
import io.holdfast.internal.renewal.Renewal;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.time.Alarm;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a tenure renewed while a lease on it is out, and asks the server whether it is still ours when something says
 * that it may not be. What comes from outside goes through the delegate's mailbox; the rest is used inside of it.
 */
final class Upkeep implements Guardian {

  /** Whose tenure it is. Inside the mailbox, except for {@link #lease}. */
  interface Owner {

    @Nullable
    Tenure tenure();

    /** The lease that is out. */
    @Nullable
    HeldLease lease();

    /** Ends the lease if it is over by the clock; whether it is. */
    boolean loseIfOver(HeldLease lease);

    /** The holder has gone: from now on its lease just runs out. */
    void abandoned(HeldLease lease);

    /** The server has shown that the tenure was still ours when it did the request of that number. */
    void stillHeld(long number);

    /** The server no longer knows the tenure. */
    void notHeld(Answer answer);
  }

  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);

  private final LockId lock;
  private final Engine engine;
  private final Owner owner;
  private final Consumer<Runnable> post;
  private final Alarm verification; // set if a message was heard since the last one
  private long verifiedNanos;
  private long verifications;
  private boolean isAsking; // a request is in flight whose answer decides what comes next
  private boolean isVerifying; // it is a renewal because a message was heard
  private boolean isToVerify; // once more, when that is answered
  private boolean isInDoubt; // whether it is still ours: the last verification had no answer
  private long doubted; // the number of that request
  private boolean isWatched;
  private long watchedMillis; // what the watchdog asks for; 0 while the holder asks itself
  private boolean isFailureLogged;

  Upkeep(LockId lock, Engine engine, Owner owner, Consumer<Runnable> post) {
    this.lock = lock;
    this.engine = engine;
    this.owner = owner;
    this.post = post;
    this.verification = engine.alarm();
    this.verifiedNanos = engine.now() - engine.lookNanos();
  }

  boolean isAsking() {
    return isAsking;
  }

  boolean isVerifying() {
    return isVerifying;
  }

  /** Whether somebody may have taken it: then it is handed over to nobody. */
  boolean isInDoubt() {
    return isInDoubt;
  }

  /** A tenure begins: what was to be asked about the one before is of no interest. */
  void begin() {
    verification.cancel();
    isToVerify = false;
    isInDoubt = false;
  }

  /** The tenure ends. */
  void end() {
    unwatch();
    verification.cancel();
    if (isVerifying) { // whatever it answers is of no interest
      isVerifying = false;
      isAsking = false;
      verifications++;
    }
  }

  // ---- watched by the watchdog

  void watch(Tenure held, long leaseMillis) {
    if (!isWatched || watchedMillis != leaseMillis) {
      isWatched = true;
      watchedMillis = leaseMillis;
      engine.watchdog().watch(held, leaseMillis, this);
    }
  }

  void unwatch() {
    Tenure held = owner.tenure();
    if (isWatched && held != null) {
      engine.watchdog().forget(held);
    }
    isWatched = false;
  }

  @Override
  public boolean isWanted(Tenure watched) {
    HeldLease lease = owner.lease();
    if (lease == null || lease.tenure() != watched || !lease.isOrphaned()) {
      return true;
    }
    post.accept(() -> {
      if (lease == owner.lease() && isWatched) {
        log.warn("{}: its holder is gone and has not released it; it is no longer renewed", lock);
        unwatch();
        owner.abandoned(lease);
      }
    });
    return false;
  }

  @Override
  public void answered(Renewal renewal, Answer answer) {
    post.accept(() -> apply(renewal, answer));
  }

  @Override
  public void atRisk(Tenure watched) {
    post.accept(() -> {
      HeldLease lease = owner.lease();
      if (lease != null && watched == owner.tenure()) {
        engine.events().atRisk(lock.name(), lease.token(), lease.remaining());
      }
    });
  }

  @Override
  public void deadlinePassed(Tenure watched) {
    post.accept(() -> {
      HeldLease lease = owner.lease();
      if (watched != owner.tenure()) {
        engine.watchdog().forget(watched);
      } else if (lease != null) {
        owner.loseIfOver(lease);
      }
    });
  }

  // ---- asked for by others

  /** A request leaves whose answer decides; a renewal behind it would set the old lease time again. */
  void ask() {
    isAsking = true;
    unwatch();
  }

  void answered() {
    isAsking = false;
  }

  /** Sets the lease time, also to a shorter one, while somebody has it. */
  void set(Tenure held, long leaseMillis, Consumer<Answer> then) {
    engine.renewals().set(held, leaseMillis, applied(then));
  }

  /** Makes it fit the next lease; nothing else is asked meanwhile. */
  void fit(Tenure held, long leaseMillis, Consumer<Answer> then) {
    ask();
    engine.renewals().set(held, leaseMillis, applied(answer -> {
      answered();
      then.accept(answer);
    }));
  }

  /** The holder is about to set the lease time itself: the watchdog must not extend it to what it was. */
  void hold(Tenure held) {
    watchedMillis = 0;
    engine.watchdog().hold(held);
  }

  /** That was answered: the watchdog goes on with it. */
  void wasSet(Tenure held) {
    if (isWatched) {
      watch(held, held.leaseMillis());
    }
  }

  private BiConsumer<Renewal, Answer> applied(Consumer<Answer> then) {
    return (renewal, answer) -> post.accept(() -> {
      apply(renewal, answer);
      then.accept(answer);
    });
  }

  /** A late answer never touches a newer tenure, nor a lease whose deadline has passed. */
  private void apply(Renewal renewal, Answer answer) {
    HeldLease lease = owner.lease();
    if (renewal.tenure() != owner.tenure() || (lease != null && owner.loseIfOver(lease))) {
      return;
    }
    renewal.note(answer);
    if (answer instanceof Answer.Renewed) {
      isFailureLogged = false;
      isInDoubt &= renewal.number() < doubted; // an older one says nothing about now
      owner.stillHeld(renewal.number());
      if (lease != null) {
        engine.remind(lease);
        Duration lag = Duration.ofNanos(renewal.lagNanos());
        engine.events().publish(() -> new LockEvent.Renewed(lock.name(), lease.token(), lag));
      }
    } else if (answer instanceof Answer.NotHeld) {
      owner.notHeld(answer);
    } else if (answer instanceof Answer.Failed failed && !failed.isPassing() && !isFailureLogged) {
      isFailureLogged = true;
      log.warn("{}: cannot be renewed", lock, failed.cause());
    }
  }

  // ---- verified

  /**
   * Asks the server whether the lock is still ours; no hand-over until it has answered. Not at every message of a
   * flood, which need not be about this lock at all: in between, turns go on.
   */
  void verify() {
    if (owner.tenure() == null || verification.isSet()) {
      return;
    }
    long pause = verifiedNanos + engine.lookNanos() - engine.now();
    if (!isAsking && pause <= 0) {
      verifyNow();
      return;
    }
    verification.set(
        isAsking ? engine.lookNanos() : pause,
        () -> post.accept(() -> {
          verification.cancel();
          verify();
        }));
  }

  /** Asks the server at once; if it is being asked, when it has answered. */
  void verifyNow() {
    Tenure held = owner.tenure();
    if (held == null) {
      return;
    }
    if (isAsking) {
      isToVerify = owner.lease() != null;
      if (!isToVerify) {
        held.drop(); // nobody has it, and nobody gets it
      }
      return;
    }
    isAsking = true;
    isVerifying = true;
    verifiedNanos = engine.now();
    long leaseMillis = isWatched ? held.leaseMillis() : held.remainingLeaseMillis(engine.now());
    long number = ++verifications;
    engine
        .renewals()
        .extend(
            held,
            leaseMillis,
            (renewal, answer) -> post.accept(() -> {
              apply(renewal, answer);
              if (number == verifications) {
                verified(renewal, answer);
              }
            }));
  }

  private void verified(Renewal renewal, Answer answer) {
    isAsking = false;
    isVerifying = false;
    isInDoubt = !(answer instanceof Answer.Renewed);
    doubted = renewal.number();
    if (isToVerify) {
      isToVerify = false;
      verifyNow();
    }
  }
}
