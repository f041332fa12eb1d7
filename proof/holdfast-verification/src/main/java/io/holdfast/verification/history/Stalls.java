package io.holdfast.verification.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When processes stood still, as their {@link Pulse} shows. The harness counts for everybody: the proxies are in it.
 *
 * @param all every one of them
 */
public record Stalls(List<Stall> all) {

  /** The process that runs the campaign. */
  public static final String HARNESS = "harness";

  public Stalls {
    all = all.stream().sorted(Comparator.comparingLong(Stall::from)).toList();
  }

  /** For how long that process was awake between two times. */
  public long awakeNanos(String process, long from, long to) {
    long awake = to - from;
    long counted = from;
    for (Stall stall : of(process)) {
      long begin = Math.max(counted, stall.from());
      long end = Math.min(to, stall.to());
      if (end > begin) {
        awake -= end - begin;
        counted = end;
      }
    }
    return awake;
  }

  /** The time at which the process had been awake for so long since then. */
  public long awakeAfter(String process, long from, long nanos) {
    long time = from + nanos;
    for (Stall stall : of(process)) {
      if (stall.to() > from && stall.from() < time) {
        time += stall.to() - Math.max(from, stall.from());
      }
    }
    return time;
  }

  /** The time since which the process had been awake for so long until then. */
  public long awakeBefore(String process, long until, long nanos) {
    long time = until - nanos;
    List<Stall> stalls = of(process);
    for (int i = stalls.size() - 1; i >= 0; i--) {
      Stall stall = stalls.get(i);
      if (stall.from() < until && stall.to() > time) {
        time -= Math.min(until, stall.to()) - stall.from();
      }
    }
    return time;
  }

  private List<Stall> of(String process) {
    List<Stall> mine = new ArrayList<>();
    for (Stall stall : all) {
      if (stall.process().equals(process) || stall.process().equals(HARNESS)) {
        mine.add(stall);
      }
    }
    return mine;
  }

  /**
   * A process stood still.
   *
   * @param process which
   * @param from since then
   * @param to until then
   */
  public record Stall(String process, long from, long to) {}
}
