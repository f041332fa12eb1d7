package io.holdfast.verification.soak;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What must not grow, and how much of a change is none. Taken at rest, when nobody holds or waits. */
public enum Measure {
  /** Of all clients, after garbage collection, in bytes. */
  HEAP("heap", 1 << 20, 0.1),
  /** Of all clients; pools of the JDK come and go. */
  THREADS("threads", 2, 0),
  /** Of all clients: files, sockets, pipes. */
  FILES("file handles", 2, 0),
  /** Locks and waiters of which a client still knows. */
  ACTIVITIES("activities", 0, 0),
  /** On the server. */
  KEYS("keys", 0, 0),
  /** On the server, with a subscriber. */
  CHANNELS("channels", 0, 0),
  /** On the server. */
  CONNECTIONS("connections", 1, 0),
  /** Of the server, in bytes. */
  SERVER_MEMORY("server memory", 256 << 10, 0.1);

  private final String label;
  private final long tolerance;
  private final double share;

  Measure(String label, long tolerance, double share) {
    this.label = label;
    this.tolerance = tolerance;
    this.share = share;
  }

  /** As reports call it. */
  public String label() {
    return label;
  }

  /**
   * Compares the medians of the first and the last third, after a tenth for warming up.
   *
   * @return in words, by how much it grew, if it did
   */
  public Optional<String> growth(List<Sample> samples) {
    List<Sample> warm = samples.subList(samples.size() / 10, samples.size());
    int third = Math.max(1, warm.size() / 3);
    long first = median(warm.subList(0, third));
    long last = median(warm.subList(warm.size() - third, warm.size()));
    long allowed = first + tolerance + (long) (first * share);
    return last <= allowed
        ? Optional.empty()
        : Optional.of(
            label + " grew from " + first + " to " + last + "; expected at most " + allowed);
  }

  private long median(List<Sample> samples) {
    long[] values =
        samples.stream().mapToLong(sample -> sample.value(this)).sorted().toArray();
    return values[values.length / 2];
  }

  /** Everything that grew, in words. */
  static List<String> grown(List<Sample> samples) {
    return Arrays.stream(values())
        .flatMap(measure -> measure.growth(samples).stream())
        .toList();
  }
}
