package io.holdfast.internal.waiting;

import io.holdfast.LockEvent;
import io.holdfast.ServerErrorException;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.protocol.ServerTime;
import io.holdfast.internal.protocol.Shortage;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.time.Alarm;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a delegate gets a tenure: tries, sleeps until it is worth trying again, and cleans up behind an
 * attempt that nobody wants any more. Used inside the delegate's mailbox only.
 */
final class Acquisition {

  /*
   *            .---- wake-up, other's lease over, reconnect ----.
   *            v                                                |
   *   idle --> acquire in flight -- refused (listen) --> asleep-'
   *            | |  '---------- unknown, passing error --^ (a short pause)
   *            | '-- granted --> tenure, or farewell if over by now or acknowledged by too few
   *            '---- error for good: everybody who waits gets it
   *
   * A wake-up that comes while a request is in flight is remembered and makes the next sleep void.
   */
  private static final long STEP_BACK_NANOS = 5_000_000;
  private static final long LATE_PAUSE_NANOS = 1_000_000;
  private static final long ROUNDING_NANOS = 1_000_000; // of what remains
  private static final long LONGEST_SLEEP_NANOS = 5_000_000_000L; // Redisson shortens silently
  private static final long LONGEST_UNSURE_SLEEP_NANOS = 2_000_000_000; // messages may be lost

  private final LockId lock;
  private final Engine engine;
  private final LocalQueue queue;
  private final Subscription subscription;
  private final Consumer<Runnable> post;
  private @Nullable Attempt attempt;
  private @Nullable Attempt fruitless; // the one before, if its grant was of no use
  private final Alarm alarm; // set while asleep
  private boolean isInFlight;
  private long asked; // for whom: the queue's last number when it was sent
  private boolean isMistrusted; // what is in flight may be granted, and forced away behind our back
  private boolean isWoken;
  private boolean isGivingWay;
  private volatile boolean isApart;

  /** Takes what the server grants. */
  interface Receiver {

    void granted(Tenure tenure);

    /** Granted, but over when the answer came. */
    void over(Tenure tenure);

    /** Granted, but acknowledged by too few: nobody may have it. */
    void unacknowledged(Tenure tenure, Shortage shortage);
  }

  /**
   * @param post brings an event into the mailbox
   */
  Acquisition(
      LockId lock,
      Engine engine,
      LocalQueue queue,
      Subscription subscription,
      Consumer<Runnable> post) {
    this.lock = lock;
    this.engine = engine;
    this.queue = queue;
    this.subscription = subscription;
    this.post = post;
    this.alarm = engine.alarm();
  }

  boolean isInFlight() {
    return isInFlight;
  }

  boolean isAsleep() {
    return alarm.isSet();
  }

  /** Whether the server's last word is missing: a wait that ends now ends unanswered. */
  boolean isSilent() {
    return fruitless != null || (attempt != null && !attempt.isRefused());
  }

  /**
   * Whether requests take another way than releases do, because replicas are to acknowledge them: one may overtake
   * the release before it. Read on any thread.
   */
  boolean isApart() {
    return isApart;
  }

  /**
   * Asks for a tenure for that caller.
   *
   * @param receiver takes it
   */
  void tryFor(Waiter next, Receiver receiver) {
    Attempt trying = attempt == null ? new Attempt(engine.holders().get(), fruitless) : attempt;
    attempt = trying;
    fruitless = null;
    long leaseMillis = next.leaseMillis();
    ServerTime time = trying.timeOr(engine.protocol().serverTime());
    long sent = engine.clock().nanos();
    long actsUntil = engine.protocol().actsUntilNanos(sent, time);
    trying.sending(leaseMillis, sent);
    isInFlight = true;
    asked = queue.lastNumber();
    isMistrusted = false;
    isWoken = false;
    isGivingWay = false;
    isApart = next.replicas() > 0;
    try {
      engine
          .protocol()
          .acquire(
              lock,
              trying.holder(),
              leaseMillis,
              next.replicas(),
              time,
              answer -> post.accept(() -> {
                isInFlight = false;
                answered(trying, leaseMillis, sent, actsUntil, answer, receiver);
              }));
    } catch (Throwable e) { // at the end of its stack, perhaps; and sent, perhaps
      isInFlight = false;
      trying.unanswered(true, actsUntil);
      throw e;
    }
  }

  private void answered(
      Attempt trying,
      long leaseMillis,
      long sent,
      long actsUntil,
      Answer answer,
      Receiver receiver) {
    if (answer instanceof Answer.Granted grant) {
      granted(trying, tenure(trying, leaseMillis, actsUntil, grant), receiver);
    } else if (answer instanceof Answer.Unacknowledged few) {
      receiver.unacknowledged(tenure(trying, leaseMillis, actsUntil, few.grant()), few.shortage());
    } else if (answer instanceof Answer.Refused refused) {
      trying.answered(sent);
      if (refused.repeated()) {
        trying.copied(actsUntil);
      }
      if (queue.refuseEnding(asked)) {
        sleepUntilReleased(refused.remainingMillis(), sent);
      }
    } else if (answer instanceof Answer.Late late) {
      late(trying, late);
    } else if (answer instanceof Answer.Unknown unknown) {
      trying.unanswered(unknown.wasSent(), actsUntil);
      pause(trying, unknown.cause());
    } else if (answer instanceof Answer.Failed failed && failed.isPassing()) {
      pause(trying, failed.cause());
    } else if (answer instanceof Answer.Failed failed) {
      queue.failAll(failed.cause(), LockEvent.NotAcquired.Outcome.UNAVAILABLE);
    }
  }

  /** The time that others' patience takes is over for whoever is not served now. */
  private void granted(Attempt trying, Tenure tenure, Receiver receiver) {
    if (tenure.isOver(engine.clock().nanos())) {
      receiver.over(tenure);
      fruitless = trying;
      pause(
          trying,
          new ServerErrorException(
              lock.name(),
              lock + ": the server's answer took longer than the lease of " + tenure.leaseMillis()
                  + " ms that it granted; ask for a longer one",
              null));
    } else if (isMistrusted) {
      tenure.drop();
      receiver.granted(tenure); // which ends it, and asks again
    } else {
      receiver.granted(tenure);
    }
  }

  /** Nothing was done, because the server's clock was further than we thought. Now we know better. */
  private void late(Attempt trying, Answer.Late late) {
    if (trying.wasLate(late)) {
      pause(
          trying,
          new ServerErrorException(
              lock.name(),
              lock + ": the server's clock does not go evenly; is it being set?",
              null));
    } else {
      sleep(LATE_PAUSE_NANOS);
    }
  }

  private Tenure tenure(Attempt granted, long leaseMillis, long actsUntil, Answer.Granted grant) {
    attempt = null;
    if (grant.repeated()) {
      granted.copied(actsUntil);
    }
    Tenure tenure = new Tenure(
        lock,
        granted.holder(),
        grant.stamp(),
        grant.sentNanos(),
        leaseMillis,
        granted.lateCopies(),
        grant.acknowledged());
    tenure.asking(granted.leaseMillis());
    return tenure;
  }

  /** Listens, and sleeps until a message or until the other's lease is over, of which so much was left at that time. */
  private void sleepUntilReleased(long remainingMillis, long sentNanos) {
    if (queue.isEmpty()) {
      return;
    }
    subscription.open();
    boolean isSure = subscription.isOn() && !engine.limits().isCluster();
    long longest = isSure ? LONGEST_SLEEP_NANOS : LONGEST_UNSURE_SLEEP_NANOS;
    long known = remainingMillis < 0 ? engine.limits().leaseMillis() : remainingMillis;
    if (known < longest / 1_000_000) {
      long passed = engine.clock().nanos() - sentNanos;
      longest = Math.max(0, known * 1_000_000 - passed) + ROUNDING_NANOS;
    }
    sleep(longest);
  }

  /** Tries again after a while, for those whose patience is not at its end. */
  private void pause(Attempt trying, RuntimeException cause) {
    queue.failIf(Waiter::endsWithRefusal, cause);
    long now = engine.clock().nanos();
    long limit = engine.limits().unavailableAfterNanos();
    queue.failIf(waiter -> trying.silentNanos(now, waiter.enteredNanos()) >= limit, cause);
    sleep(trying.pauseNanos());
  }

  /** The others' turn: goes on with the next message that is not our own, or after a moment. */
  void stepBack() {
    if (queue.isEmpty()) {
      return;
    }
    subscription.open();
    sleep(STEP_BACK_NANOS);
  }

  /** A yield leaves: from here on only later wake-ups count, and not our own. */
  void giveWay() {
    isWoken = false;
    isGivingWay = true;
  }

  /** Whether others are to have their turn: for a moment only. */
  boolean isGivingWay() {
    return isGivingWay;
  }

  /** A release by force is about to leave: what is in flight may be granted before it. */
  void mistrust() {
    isMistrusted = isInFlight;
  }

  /** It may be worth trying again. */
  void wake() {
    if (alarm.isSet()) {
      alarm.cancel();
    } else {
      isWoken = true;
    }
  }

  private void sleep(long nanos) {
    if (isWoken) {
      isWoken = false;
    } else {
      alarm.set(nanos, () -> post.accept(this::wake));
    }
  }

  /** Nobody waits any more: undoes what the server may have done, or may yet do, for us. */
  void abandon() {
    alarm.cancel();
    Attempt given = attempt;
    attempt = null;
    fruitless = null;
    if (given != null && given.needsFarewell()) {
      engine.farewells().toUnknown(lock, given.holder(), given.leaseMillis(), given.lateCopies());
    }
  }
}
