package io.holdfast.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;

/**
 * Waits for something to become true, for 5 s unless said otherwise. Every wait is multiplied by the system
 * property {@value #SCALE_PROPERTY} (default 1): a slow machine needs one setting.
 */
public final class Eventually {

  /** The factor for every wait. */
  public static final String SCALE_PROPERTY = "holdfast.time-scale";

  private static final Duration DEFAULT = Duration.ofSeconds(5);

  private Eventually() {}

  /**
   * Repeats the assertion until it passes; fails with its last error.
   *
   * @param assertion run every 5 ms, on this thread
   */
  public static void eventually(ThrowingRunnable assertion) {
    within(DEFAULT).eventually(assertion);
  }

  /**
   * Repeats the question until the answer is yes.
   *
   * @param what is waited for; the failure names it
   * @param condition asked every 5 ms, on this thread
   */
  public static void eventually(String what, Callable<Boolean> condition) {
    within(DEFAULT).eventually(what, condition);
  }

  /**
   * {@return what waits for another time than 5 s}
   *
   * @param limit before scaling
   */
  public static Within within(Duration limit) {
    return new Within(scaled(limit));
  }

  /**
   * {@return the duration times the scale factor}
   *
   * @param duration as a fast machine needs it
   */
  public static Duration scaled(Duration duration) {
    double scale = Double.parseDouble(System.getProperty(SCALE_PROPERTY, "1"));
    if (!(scale > 0)) {
      throw new IllegalArgumentException(
          "-D" + SCALE_PROPERTY + "=" + scale + " is not a positive number");
    }
    return Duration.ofNanos((long) (duration.toNanos() * scale));
  }

  /**
   * A limit for waiting.
   *
   * @param limit already scaled
   */
  public record Within(Duration limit) {

    /**
     * As {@link Eventually#eventually(ThrowingRunnable)}.
     *
     * @param assertion run every 5 ms, on this thread
     */
    public void eventually(ThrowingRunnable assertion) {
      await().untilAsserted(assertion);
    }

    /**
     * As {@link Eventually#eventually(String, Callable)}.
     *
     * @param what is waited for; the failure names it
     * @param condition asked every 5 ms, on this thread
     */
    public void eventually(String what, Callable<Boolean> condition) {
      await().alias(what).until(condition);
    }

    private ConditionFactory await() {
      return Awaitility.await()
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .atMost(limit);
    }
  }
}
