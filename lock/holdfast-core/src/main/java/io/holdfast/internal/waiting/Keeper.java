package io.holdfast.internal.waiting;

import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LockActivity;
import io.holdfast.LockEvent;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.protocol.Shortage;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Tenure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a delegate's tenure: does with it what {@link Turns} decides, and ends it. Used inside the delegate's mailbox
 * only.
 */
final class Keeper implements LeaseOut.Lender, Upkeep.Owner {

  /*
   *            begin              grant                 released, somebody waits
   *   nothing -------> tenure ----------> lease out -----------------------------> tenure
   *      ^               |                    |            (next turn, or yield first)
   *      |               |                    |--- released, nobody waits ---.
   *      |               |                    '--- lost ---------------------|
   *      '---------------'--------------- farewell <-------------------------'
   */
  private final LockId lock;
  private final Engine engine;
  private final LocalQueue queue;
  private final Partings partings;
  private final Turns turns;
  private final Upkeep upkeep;
  private final LeaseOut out;
  private final Returns returns;
  private @Nullable Tenure tenure;
  private boolean isSuspect; // a message was heard while the server was asked about it

  /** Events are posted into the mailbox. */
  Keeper(LockId lock, Engine engine, LocalQueue queue, Partings partings, Consumer<Runnable> post) {
    this.lock = lock;
    this.engine = engine;
    this.queue = queue;
    this.partings = partings;
    this.turns = new Turns(engine);
    this.returns = new Returns(engine);
    this.upkeep = new Upkeep(lock, engine, this, post);
    this.out = new LeaseOut(engine, upkeep, this, post);
  }

  @Override
  public @Nullable Tenure tenure() {
    return tenure;
  }

  @Override
  public @Nullable HeldLease lease() {
    return out.get();
  }

  boolean hasTenure() {
    return tenure != null;
  }

  boolean hasLeaseOut() {
    return out.isOut();
  }

  /** The lease that is out, unless it is over. */
  Optional<LockActivity.Held> held() {
    return out.activity();
  }

  /** Whether a message means that somebody took the lock from us. */
  boolean isConcernedByMessage() {
    return out.isOut() || upkeep.isVerifying();
  }

  /** Whether an event will come that decides what is next. */
  boolean isBusy() {
    return out.isOut() || upkeep.isAsking();
  }

  /** A message was heard, from whomever. */
  void heard() {
    isSuspect |= upkeep.isAsking() && !out.isOut();
  }

  /** A message says that it may have been taken from us. */
  void verify() {
    upkeep.verify();
  }

  /** It may have been taken from us: asks at once. */
  void verifyNow() {
    upkeep.verifyNow();
  }

  // ---- the tenure is free

  void begin(Tenure granted) {
    tenure = granted;
    upkeep.begin();
    turns.begin(granted);
  }

  /** Does the next thing with it. */
  void goOnWith(@Nullable Waiter next) {
    Tenure held = tenure;
    if (held == null || next == null || upkeep.isInDoubt()) {
      end();
      return;
    }
    switch (turns.next(held, next)) {
      case GRANT -> grant(held, next);
      case RENEW_FIRST -> renewFor(held, next);
      case YIELD -> yieldTurn(held, next);
      case END -> end();
    }
  }

  private void grant(Tenure held, Waiter next) {
    returns.areWell();
    Turns.Turn turn = turns.take(held, next);
    HeldLease lease = new HeldLease(
        out,
        engine.clock(),
        engine.events(),
        held,
        next.options(),
        next.origin(),
        turn.endNanos(),
        turn.beganNanos());
    try {
      out.lend(lease, next.leaseMillis());
    } catch (Throwable e) { // no thread, no memory: nobody gets it
      out.forget();
      end();
      throw e;
    }
    queue.remove(next);
    queue.refuseExpired(); // somebody here has it
    Duration waited = Duration.ofNanos(turn.beganNanos() - next.enteredNanos());
    engine
        .events()
        .publish(() -> turn.isHandOver()
            ? new LockEvent.HandedOver(lock.name(), lease.token(), waited)
            : new LockEvent.Acquired(lock.name(), lease.token(), waited));
    next.granted(lease);
  }

  private void renewFor(Tenure held, Waiter next) {
    upkeep.fit(held, next.leaseMillis(), answer -> {
      failExpired(answer);
      if (answer instanceof Answer.Renewed && !held.mayBeShortened()) {
        turns.fitted();
        verifyIfSuspect();
      } else if (held == tenure) {
        end();
      }
    });
  }

  private void yieldTurn(Tenure held, Waiter next) {
    long leaseMillis = next.leaseMillis();
    upkeep.ask();
    partings.yieldTurn(held, leaseMillis, answer -> {
      upkeep.answered();
      failExpired(answer);
      returns.tellOfYield(answer);
      if (answer instanceof Answer.Released) {
        forget();
      } else if (answer instanceof Answer.Granted again && !again.repeated() && !held.isDropped()) {
        begin(held.goingOn(again.stamp(), again.sentNanos(), leaseMillis));
        verifyIfSuspect();
      } else if (held
          == tenure) { // also if it goes on, but another copy of the yield may still release it
        end(answer instanceof Answer.Unknown unknown && unknown.wasSent());
      }
    });
  }

  /** What the server has said was true before that message, perhaps. */
  private void verifyIfSuspect() {
    if (isSuspect) {
      isSuspect = false;
      verify();
    }
  }

  /** Those whose time is over have waited for this answer. */
  private void failExpired(Answer answer) {
    if (answer instanceof Answer.Unknown unknown) {
      queue.failIf(Waiter::isExpired, unknown.cause());
    }
  }

  /** Granted, but of no use to anybody. */
  void giveBack(Tenure granted) {
    partings.release(granted, false, answer -> {});
  }

  /** Granted, but acknowledged by too few. */
  void giveBack(Tenure granted, Shortage shortage) {
    partings.release(granted, shortage);
  }

  // ---- a lease is out

  /** Its holder hears of it when somebody here goes on with it, or the server has said whether it was still ours. */
  @Override
  public void takeBack(HeldLease lease, Consumer<@Nullable RuntimeException> then) {
    returns.add(lease, then);
    if (queue.isEmpty()) {
      end();
    }
  }

  @Override
  public void abandoned(HeldLease lease) {
    out.alarmAt(lease);
  }

  void loseIfOver() {
    out.loseIfOver();
  }

  @Override
  public boolean loseIfOver(HeldLease lease) {
    return out.loseIfOver(lease);
  }

  @Override
  public void stillHeld(long number) {
    returns.wereHeld(number);
  }

  @Override
  public void notHeld(Answer answer) {
    returns.tell(answer);
    if (!out.isOut()
        || out.lose(
            Reason.RENEWAL_REFUSED, "the server no longer knows it: expired, flushed or taken")) {
      end();
    }
  }

  /**
   * The holder here is told before the server is; nothing is handed on of what the server is about to drop.
   *
   * @return the tenure that gets no farewell because the release by force is one; null if there is none
   */
  @Nullable
  Tenure force() {
    Tenure forced = tenure;
    if (forced != null) {
      forced.force();
    }
    if (out.lose(Reason.FORCED, "released by force") && !upkeep.isAsking()) {
      forget();
      return forced;
    }
    return null;
  }

  void close() {
    out.lose(Reason.CLOSED, "this client was closed");
  }

  // ---- the tenure ends

  @Override
  public void end() {
    end(false);
  }

  /** Something sent before may have done it already. */
  private void end(boolean isPerhapsReleased) {
    Tenure ending = tenure;
    Consumer<Answer> told = returns.untilAnswered();
    forget();
    if (ending != null) {
      partings.release(ending, isPerhapsReleased, told);
    }
  }

  @Override
  public void forget() {
    upkeep.end();
    out.cancelAlarm();
    tenure = null;
    isSuspect = false;
  }
}
