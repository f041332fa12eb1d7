package io.holdfast.verification.soak;

import java.time.Duration;
import java.util.List;

/**
 * What a client process of a soak is to do.
 *
 * @param subject the lock under test, by name
 * @param uri its server
 * @param number which client this is; every client has names of its own
 * @param threads how many threads
 * @param callsPerSecond of all threads together, at most
 * @param lease the lease time of renewed locks
 * @param seed for every choice
 */
record SoakPlan(
    String subject,
    String uri,
    int number,
    int threads,
    int callsPerSecond,
    Duration lease,
    long seed) {

  List<String> toArguments() {
    return List.of(
        subject,
        uri,
        Integer.toString(number),
        Integer.toString(threads),
        Integer.toString(callsPerSecond),
        Long.toString(lease.toMillis()),
        Long.toString(seed));
  }

  static SoakPlan parse(String[] args) {
    return new SoakPlan(
        args[0],
        args[1],
        Integer.parseInt(args[2]),
        Integer.parseInt(args[3]),
        Integer.parseInt(args[4]),
        Duration.ofMillis(Long.parseLong(args[5])),
        Long.parseLong(args[6]));
  }

  /** The pause after every call that keeps a thread below its share of the rate. */
  double pauseMillis() {
    return 1_000.0 * threads / callsPerSecond;
  }
}
