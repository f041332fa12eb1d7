package io.holdfast.verification.simulation;

import java.util.List;

/** Plays one schedule to its end. The same schedule always plays the same way. */
public final class Simulation {

  /** Much more than any run needs: what happens then happens for ever. */
  private static final long HORIZON_NANOS = 60_000_000_000L;

  private static final long LAST_LEASE_OVER_NANOS = Schedule.WORK.plusSeconds(1).toNanos();

  /**
   * What came of a run.
   *
   * @param seed the schedule's
   * @param broken promises that were broken, in words; empty if none
   * @param leases how many leases callers got
   * @param grants how many tenures the server began
   * @param tally what happened, and how often
   * @param trace every event, if it was asked for
   */
  public record Outcome(
      long seed, List<String> broken, int leases, int grants, Tally tally, List<String> trace) {}

  private Simulation() {}

  /** Plays without writing down what happens. */
  public static Outcome play(Schedule schedule, Sabotage sabotage) {
    return play(schedule, sabotage, false);
  }

  /** Plays and writes down every event. */
  public static Outcome trace(Schedule schedule, Sabotage sabotage) {
    return play(schedule, sabotage, true);
  }

  private static Outcome play(Schedule schedule, Sabotage sabotage, boolean isTraced) {
    World world = new World(schedule, sabotage, isTraced);
    Checks checks = world.checks();
    world.callers().forEach(SimulatedCaller::begin);
    new Faults(world).plan();
    world.time().at(LAST_LEASE_OVER_NANOS, null, () -> {}); // of whoever crashed
    VirtualTime time = world.time();
    long next = time.nextNanos();
    while (next < HORIZON_NANOS && checks.broken().isEmpty()) {
      checks.beforeGoingOnTo(next);
      if (checks.broken().isEmpty()) {
        time.step();
        checks.afterEvent();
      }
      next = time.nextNanos();
    }
    if (checks.broken().isEmpty()) {
      checks.atTheEnd();
    }
    checks.broken().forEach(broken -> world.trace().add("BROKEN", () -> broken));
    return new Outcome(
        schedule.seed(),
        List.copyOf(checks.broken()),
        world.callers().stream().mapToInt(SimulatedCaller::leases).sum(),
        world.network().server().grants().all().size(),
        world.network().tally(),
        List.copyOf(world.trace().lines()));
  }
}
