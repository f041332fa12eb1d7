package io.holdfast.flashsale.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What a load run measured. Latencies are counted from when a request was due, not from when it was sent.
 *
 * @param seconds from the first request due to the last answer
 * @param kinds microseconds for each kind of answer
 */
public record Tally(double seconds, Map<String, Histogram> kinds) {

  /** Answers of that kind. */
  public long count(String kind) {
    Histogram histogram = kinds.get(kind);
    return histogram == null ? 0 : histogram.getTotalCount();
  }

  /** All answers. */
  public long count() {
    return kinds.values().stream().mapToLong(Histogram::getTotalCount).sum();
  }

  /** Answers of that kind per second. */
  public double perSecond(String kind) {
    return seconds > 0 ? count(kind) / seconds : 0;
  }

  /** All answers per second. */
  public double perSecond() {
    return seconds > 0 ? count() / seconds : 0;
  }

  /** The latency, in milliseconds, that this percentage of all answers did not exceed. */
  public double millisAt(double percentile) {
    Histogram all = Latencies.empty();
    kinds.values().forEach(all::add);
    return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(percentile) / 1000.0;
  }

  /** The same for one kind of answer. */
  public double millisAt(String kind, double percentile) {
    Histogram histogram = kinds.get(kind);
    return histogram == null ? 0 : histogram.getValueAtPercentile(percentile) / 1000.0;
  }

  /** How many of each kind. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    kinds.forEach((kind, histogram) -> counts.put(kind, histogram.getTotalCount()));
    return counts;
  }
}
