package io.holdfast.internal.protocol;

import java.util.concurrent.atomic.AtomicLong;

/** The server's time as far as this client knows it, and the greatest stamp it has seen. Thread-safe. */
final class ServerClock {

  private final AtomicLong floor = new AtomicLong();
  private volatile long uncertaintyNanos;
  private volatile long offsetMicros = Long.MAX_VALUE / 4;

  /** The server's clock showed that time at some moment between these two. */
  void observeTime(long serverMicros, long sentNanos, long receivedNanos) {
    uncertaintyNanos = receivedNanos - sentNanos;
    offsetMicros = serverMicros - Math.floorDiv(sentNanos + 999, 1_000L); // rounded down, as below
  }

  /** By how much {@link #microsAt} may be ahead of the server's clock. */
  long uncertaintyNanos() {
    return uncertaintyNanos;
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
    return offsetMicros + Math.floorDiv(nanos, 1_000L);
  }
}
