package io.holdfast.internal.tenure;

import io.holdfast.LockUnavailableException;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.internal.time.LeaseClock;
import io.holdfast.internal.time.Timers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a holder's tenure on the server: for sure, or until it must have expired by itself. Every
 * tenure that ends, for whatever reason, gets one, because a late renewal may have prolonged it; and
 * so does an acquire whose outcome is unknown.
 */
public final class Farewell {

  /*
   *   send --> released ----------------------------------------> done: released
   *    ^   --> not held, first try ------------------------------> done: not held
   *    |   --> not held, after an unanswered try ----------------> done: released (by that try, or
   *    |                                                           expired before it: then nobody was woken)
   *    '-- pause <-- unknown, or an error that time cures     (until it has expired by itself)
   *
   * A late copy of an acquire may run after the release it was followed by. The server refuses such
   * copies after a certain time; if ours was sent earlier than that, one more release follows then. An error
   * for good is told at once, but tried again all the same: it may be the rights of a user who gets them back.
   */
  private static final Logger log = LoggerFactory.getLogger(Farewell.class);
  private static final long FIRST_PAUSE_NANOS = 20_000_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

  private final Farewells farewells;
  private final LockId lock;
  private final String holder;
  private final long expiredNanos;
  private final long copiesOverNanos;
  private final long startedNanos;
  private final AtomicReference<@Nullable Consumer<Answer>> then;
  private final AtomicBoolean isPausing = new AtomicBoolean();
  private volatile long sentNanos;
  private boolean isUnsure;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  Farewell(
      Farewells farewells,
      LockId lock,
      String holder,
      long startedNanos,
      long expiredNanos,
      long copiesOverNanos,
      boolean isPerhapsDone,
      Consumer<Answer> then) {
    this.farewells = farewells;
    this.lock = lock;
    this.holder = holder;
    this.startedNanos = startedNanos;
    this.expiredNanos = expiredNanos;
    this.copiesOverNanos = copiesOverNanos;
    this.isUnsure = isPerhapsDone;
    this.then = new AtomicReference<>(then);
  }

  void send() {
    sentNanos = clock().nanos();
    protocol().release(lock, holder, this::answered);
  }

  private void answered(Answer answer) {
    if (answer instanceof Answer.Unknown unknown) {
      isUnsure |= unknown.wasSent();
      again(answer, unknown.cause());
    } else if (answer instanceof Answer.Failed failed) {
      if (!failed.isPassing()) {
        tell(answer); // and goes on: whoever is in the way may give way
      }
      again(answer, failed.cause());
    } else {
      boolean byEarlierTry =
          answer instanceof Answer.NotHeld notHeld && (isUnsure || notHeld.repeated());
      boolean wasRetried = pauseNanos != FIRST_PAUSE_NANOS;
      if (byEarlierTry) {
        tell(new Answer.Released(false, true));
      } else {
        tell(
            answer instanceof Answer.Released done
                ? new Answer.Released(done.wasHeard(), wasRetried)
                : answer);
      }
      if (copiesOverNanos - sentNanos > 0) { // it may have been done before the last of them
        timers().after(Math.max(0, copiesOverNanos - clock().nanos()), this::send);
      } else {
        farewells.ended(this);
      }
    }
  }

  private void again(Answer answer, RuntimeException cause) {
    long now = clock().nanos();
    if (now - expiredNanos >= 0) {
      log.debug("{}: {} was never answered about its release; it has expired by now", lock, holder);
      tell(unknown(" for so long that it has expired by now", cause, true));
      farewells.ended(this);
      return;
    }
    if (now - startedNanos >= farewells.unavailableAfterNanos()) {
      String words = " for " + (now - startedNanos) / 1_000_000
          + " ms; the clean-up goes on, and the lease ends by itself within "
          + (expiredNanos - now) / 1_000_000 + " ms";
      tell(unknown(words, cause, !(answer instanceof Answer.Unknown unknown) || unknown.wasSent()));
    }
    isPausing.set(true);
    timers().after(pauseNanos, this::endPause);
    pauseNanos = Math.min(pauseNanos * 2, LONGEST_PAUSE_NANOS);
  }

  /** It is time, or worth trying at once: sends if nothing has been sent since. */
  void endPause() {
    if (isPausing.compareAndSet(true, false)) {
      send();
    }
  }

  private Answer unknown(String words, @Nullable RuntimeException cause, boolean wasSent) {
    return new Answer.Unknown(
        new LockUnavailableException(
            lock.name(), lock + ": no answer to its release" + words, cause),
        wasSent);
  }

  private void tell(Answer answer) {
    Consumer<Answer> told = then.getAndSet(null);
    if (told != null) {
      told.accept(answer);
    }
  }

  /** The client is closed and will not send again. */
  void abandon() {
    tell(new Answer.Unknown(
        new LockUnavailableException(
            lock.name(),
            lock + ": closed before the server answered its release; the lease ends by itself",
            null),
        true));
  }

  private Protocol protocol() {
    return farewells.protocol();
  }

  private LeaseClock clock() {
    return farewells.clock();
  }

  private Timers timers() {
    return farewells.timers();
  }
}
