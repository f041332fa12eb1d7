package io.holdfast.flashsale.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Counts answers by kind, with their latencies. Thread-safe, without a lock on the way of an answer. */
final class Latencies {

  private static final long HIGHEST_MICROS = TimeUnit.MINUTES.toMicros(10);
  private static final int DIGITS = 3;

  private final Map<String, Recorder> kinds = new ConcurrentHashMap<>();

  static Histogram empty() {
    return new Histogram(HIGHEST_MICROS, DIGITS);
  }

  void record(String kind, long nanos) {
    long micros = Math.min(HIGHEST_MICROS, Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos)));
    kinds.computeIfAbsent(kind, k -> new Recorder(HIGHEST_MICROS, DIGITS)).recordValue(micros);
  }

  /** What came since this was asked last. */
  Map<String, Histogram> take() {
    Map<String, Histogram> taken = new TreeMap<>();
    kinds.forEach((kind, recorder) -> taken.put(kind, recorder.getIntervalHistogram()));
    return taken;
  }
}
