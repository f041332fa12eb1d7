package io.holdfast.internal.protocol;

import java.util.concurrent.atomic.AtomicLong;

/** The server's time as far as this client knows it, and the greatest stamp it has seen. Thread-safe. */
final class ServerClock {

  private final AtomicLong floor = new AtomicLong();
  private volatile long offsetMicros = Long.MAX_VALUE / 4;

  /** The server's clock showed that time at some moment after {@code sentNanos}. */
  void observeTime(long serverMicros, long sentNanos) {
    offsetMicros = serverMicros - sentNanos / 1_000;
  }

  void observeStamp(long stamp) {
    long seen = floor.get();
    while (stamp > seen && !floor.compareAndSet(seen, stamp)) {
      seen = floor.get();
    }
  }

  /** The greatest stamp seen: every later grant must be above. */
  long floor() {
    return floor.get();
  }

  /** The latest time the server's clock may show at our {@code nanos}. */
  long microsAt(long nanos) {
    return offsetMicros + nanos / 1_000;
  }
}
