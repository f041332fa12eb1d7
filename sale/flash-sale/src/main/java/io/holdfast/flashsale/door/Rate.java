package io.holdfast.flashsale.door;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How often each of many callers may ask: a rate, and a number at once. Remembers a bounded number of callers; one
 * who was forgotten starts afresh. Thread-safe.
 */
public final class Rate {

  /*
   * For each caller one number: the time at which all it asked so far would have been at the even pace. Asking
   * moves it on by one interval; it may lie ahead of the clock by the burst, and not further.
   *
   *   now                    paid up to
   *    |----------------------|···········|---> time
   *    '-------- burst × interval --------'
   */
  private final long intervalNanos;
  private final long aheadNanos;
  private final LongSupplier nanoTime;
  private final Recent<AtomicLong> callers;

  /**
   * A rate.
   *
   * @param perSecond how often; 0 means no limit
   * @param burst how many at once
   * @param most callers remembered
   * @param nanoTime as {@link System#nanoTime}
   */
  public Rate(int perSecond, int burst, int most, LongSupplier nanoTime) {
    this.intervalNanos = perSecond == 0 ? 0 : Duration.ofSeconds(1).toNanos() / perSecond;
    this.aheadNanos = intervalNanos * burst;
    this.nanoTime = nanoTime;
    this.callers = new Recent<>(most);
  }

  /** Counts a request of that caller: 0 if it may pass, otherwise the nanoseconds until one may. */
  public long ask(String caller) {
    if (intervalNanos == 0) {
      return 0;
    }
    long now = nanoTime.getAsLong();
    AtomicLong paidUpTo = callers.get(caller, () -> new AtomicLong(now));
    while (true) {
      long before = paidUpTo.get();
      long after = (before - now > 0 ? before : now) + intervalNanos;
      long tooMuch = after - now - aheadNanos;
      if (tooMuch > 0) {
        return tooMuch;
      }
      if (paidUpTo.compareAndSet(before, after)) {
        return 0;
      }
    }
  }

  int remembered() {
    return callers.size();
  }
}
