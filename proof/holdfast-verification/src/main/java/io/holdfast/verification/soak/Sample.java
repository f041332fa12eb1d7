package io.holdfast.verification.soak;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was measured at one moment of rest.
 *
 * @param seconds since the start
 * @param calls all of the clients so far
 * @param failed how many of these had no answer, or ended by their own limit
 * @param values what was measured
 */
public record Sample(long seconds, long calls, long failed, Map<Measure, Long> values) {

  public Sample {
    values = new EnumMap<>(values);
  }

  /** One of the values; 0 if it was not measured. */
  public long value(Measure measure) {
    return values.getOrDefault(measure, 0L);
  }

  static String csvHeader() {
    return "seconds,calls,failed,"
        + Arrays.stream(Measure.values()).map(Measure::label).collect(Collectors.joining(","));
  }

  String csv() {
    return seconds + "," + calls + "," + failed + ","
        + Arrays.stream(Measure.values())
            .map(measure -> Long.toString(value(measure)))
            .collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return String.format("%d:%02d  %,d calls", seconds / 60, seconds % 60, calls)
        + Arrays.stream(Measure.values())
            .map(measure -> ", " + measure.label() + " " + inWords(measure))
            .collect(Collectors.joining());
  }

  private String inWords(Measure measure) {
    boolean isBytes = measure == Measure.HEAP || measure == Measure.SERVER_MEMORY;
    long value = value(measure);
    return isBytes ? String.format("%.2f MB", value / (double) (1 << 20)) : Long.toString(value);
  }
}
