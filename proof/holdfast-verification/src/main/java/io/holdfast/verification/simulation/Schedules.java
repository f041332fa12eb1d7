package io.holdfast.verification.simulation;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plays one schedule after the other until one breaks a promise, or the number or the time of them is reached. */
public final class Schedules {

  /** So many schedules a day are far more than anybody plays. */
  private static final long A_DAY = 10_000_000;

  private final long first;
  private final long most;
  private final Duration atMost;
  private final Tally tally = new Tally();
  private long played;
  private long leases;
  private long grants;
  private Duration took = Duration.ZERO;

  /**
   * @param first the first seed
   * @param most how many
   * @param atMost for how long
   */
  public Schedules(long first, long most, Duration atMost) {
    this.first = first;
    this.most = most;
    this.atMost = atMost;
  }

  /** A seed that nobody has begun with before today. */
  public static long seedOfToday() {
    return LocalDate.now(ZoneOffset.UTC).toEpochDay() * A_DAY;
  }

  /**
   * Plays.
   *
   * @param progress is called after every schedule
   * @return the first outcome with a broken promise; null if there was none
   */
  public Simulation.@Nullable Outcome play(Runnable progress) {
    long start = System.nanoTime();
    Simulation.Outcome broken = null;
    while (broken == null && played < most && took.compareTo(atMost) < 0) {
      Simulation.Outcome outcome = Simulation.play(Schedule.of(first + played), Sabotage.NONE);
      played++;
      leases += outcome.leases();
      grants += outcome.grants();
      tally.add(outcome.tally());
      broken = outcome.broken().isEmpty() ? null : outcome;
      took = Duration.ofNanos(System.nanoTime() - start);
      progress.run();
    }
    return broken;
  }

  public long played() {
    return played;
  }

  public Tally tally() {
    return tally;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d schedules from seed %d: %,d leases in %,d tenures, %d s",
        played,
        first,
        leases,
        grants,
        took.toSeconds());
  }
}
