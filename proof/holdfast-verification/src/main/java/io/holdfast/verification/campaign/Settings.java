package io.holdfast.verification.campaign;

import io.holdfast.verification.traffic.Habits;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a campaign is run.
 *
 * @param time for how long the fault strikes
 * @param seed for every choice
 * @param clients how many client processes
 * @param threads how many threads in each
 * @param locks on how many locks
 * @param lease the lease time of renewed locks
 * @param bound how long after the last fault a waiter may still wait
 * @param habits how the threads spend their time
 * @param directory for the journals
 */
public record Settings(
    Duration time,
    long seed,
    int clients,
    int threads,
    int locks,
    Duration lease,
    Duration bound,
    Habits habits,
    Path directory) {

  /** How many client processes {@link #of} has. */
  static final int CLIENTS = 3;

  /**
   * Three clients of three threads on two locks, with a lease of one second. The bound: a request that began
   * before the end of the fault may take three leases to be given up; then a lease, and time to breathe.
   */
  public static Settings of(Duration time, long seed, Path directory) {
    Duration lease = Duration.ofSeconds(1);
    Duration bound = lease.multipliedBy(4).plusSeconds(3);
    return new Settings(time, seed, CLIENTS, 3, 2, lease, bound, Habits.BUSY, directory);
  }
}
