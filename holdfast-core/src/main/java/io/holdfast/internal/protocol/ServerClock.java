package io.holdfast.internal.protocol;

/** The server's time as far as this client knows it. Thread-safe. */
final class ServerClock {

  private volatile Reading last = new Reading(Long.MAX_VALUE / 4, 0);

  /**
   * What one reply showed.
   *
   * @param offsetMicros what the server's clock is ahead of ours, at most
   * @param uncertaintyNanos by how much {@link #microsAt} may be ahead of the server's clock
   */
  record Reading(long offsetMicros, long uncertaintyNanos) {

    /** The server's clock showed that time at some moment between these two. */
    static Reading of(long serverMicros, long sentNanos, long receivedNanos) {
      return new Reading(
          serverMicros - Math.floorDiv(sentNanos + 999, 1_000L), // rounded down, as below
          receivedNanos - sentNanos);
    }

    /** The latest time the server's clock may show at our {@code nanos}. */
    long microsAt(long nanos) {
      return offsetMicros + Math.floorDiv(nanos, 1_000L);
    }
  }

  Reading last() {
    return last;
  }

  void observe(Reading reading) {
    last = reading;
  }
}
