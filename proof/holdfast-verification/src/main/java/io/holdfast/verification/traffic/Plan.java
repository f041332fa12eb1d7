package io.holdfast.verification.traffic;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a client process is to do.
 *
 * @param subject the lock under test, by name
 * @param uri its server
 * @param storePort where the numbers are
 * @param threads how many threads
 * @param locks on how many locks
 * @param lease the lease time of renewed locks
 * @param seed for every choice
 * @param habits how its threads spend their time
 */
public record Plan(
    String subject,
    String uri,
    int storePort,
    int threads,
    int locks,
    Duration lease,
    long seed,
    Habits habits) {

  /** The names of so many locks. */
  public static List<String> names(int locks) {
    return IntStream.range(0, locks).mapToObj(number -> "lock:" + number).toList();
  }

  /** The lease time of leases that are not renewed. */
  public Duration fixed() {
    return fixed(lease);
  }

  /** The same, where others have that lease time. */
  public static Duration fixed(Duration lease) {
    return lease.multipliedBy(2).dividedBy(5);
  }

  /** As arguments of {@link TrafficMain}, after the journal. */
  public List<String> toArguments() {
    return List.of(
        subject,
        uri,
        Integer.toString(storePort),
        Integer.toString(threads),
        Integer.toString(locks),
        Long.toString(lease.toMillis()),
        Long.toString(seed),
        Integer.toString(habits.longestPauseMillis()),
        Integer.toString(habits.longestStayMillis()),
        Integer.toString(habits.longTurnEvery()),
        Integer.toString(habits.fullTurnEvery()),
        Boolean.toString(habits.hasEbb()));
  }

  static Plan parse(String[] args) {
    return new Plan(
        args[0],
        args[1],
        Integer.parseInt(args[2]),
        Integer.parseInt(args[3]),
        Integer.parseInt(args[4]),
        Duration.ofMillis(Long.parseLong(args[5])),
        Long.parseLong(args[6]),
        new Habits(
            Integer.parseInt(args[7]),
            Integer.parseInt(args[8]),
            Integer.parseInt(args[9]),
            Integer.parseInt(args[10]),
            Boolean.parseBoolean(args[11])));
  }
}
