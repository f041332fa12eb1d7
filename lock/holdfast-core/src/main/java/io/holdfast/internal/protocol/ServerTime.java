package io.holdfast.internal.protocol;

/**
 * What one reply showed of the server's clock.
 *
 * @param offsetMicros what it is ahead of ours, at most
 * @param uncertaintyNanos by how much {@link #microsAt} may be ahead of it
 */
public record ServerTime(long offsetMicros, long uncertaintyNanos) {

  /** Before anything is known: later than any clock. */
  static final ServerTime UNKNOWN = new ServerTime(Long.MAX_VALUE / 4, 0);

  /** The server's clock showed that time at some moment between these two. */
  static ServerTime of(long serverMicros, long sentNanos, long receivedNanos) {
    return new ServerTime(
        serverMicros - Math.floorDiv(sentNanos + 999, 1_000L), // rounded down, as below
        receivedNanos - sentNanos);
  }

  /** The latest time the server's clock may show at our {@code nanos}. */
  long microsAt(long nanos) {
    return offsetMicros + Math.floorDiv(nanos, 1_000L);
  }
}
