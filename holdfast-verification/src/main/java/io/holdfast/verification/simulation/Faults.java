package io.holdfast.verification.simulation;

import java.util.List;
import java.util.random.RandomGenerator;

/** Plans the faults of a run: which, when, whom. None begins after the storm, and no pause outlives it by much. */
final class Faults {

  private static final long STORM_NANOS = Schedule.STORM.toNanos();

  private final World world;
  private final RandomGenerator random;

  Faults(World world) {
    this.world = world;
    this.random = world.schedule().randomFor("faults");
  }

  void plan() {
    for (int i = 0; i < world.schedule().faults(); i++) {
      long at = random.nextLong(STORM_NANOS);
      int kind = random.nextInt(20);
      SimulatedClient victim =
          world.clients().get(random.nextInt(world.clients().size()));
      long length = random.nextLong(1_000_000, 40_000_000);
      boolean flip = random.nextBoolean();
      world.time().at(at, null, () -> strike(kind, victim, length, flip));
    }
    world.time().at(STORM_NANOS, null, () -> {
      world.trace().add("network", () -> "calms down");
      world.network().weather().calmDown();
    });
  }

  private void strike(int kind, SimulatedClient victim, long length, boolean flip) {
    if (victim.isGone() || victim.process().isPaused()) {
      return;
    }
    SimulatedServer server = world.network().server();
    switch (kind) {
      case 0, 1, 2, 3, 4, 17, 18 -> victim.gateway().commands().cut(length / 2, flip, 2 * length);
      case 5, 6, 7 -> victim.gateway().messages().cut(length, flip ? length / 2 : 0);
      case 8, 9, 10 -> pause(victim, flip ? length : Schedule.LEASE.toNanos() + length);
      case 11, 12 -> suspend(victim, 260_000_000 + length);
      case 13 -> crash(victim);
      case 14 -> close(victim);
      case 15 -> {
        world.trace().add("server", () -> "LOSES ITS DATA");
        server.loseData();
      }
      case 16 -> {
        world.trace().add("server", () -> "releases lock0 by force");
        server.run("force", List.of("lock0"), List.of("PUBLISH", channelOf("lock0")));
      }
      default -> server.forgetScripts();
    }
  }

  private static String channelOf(String lockName) {
    return "redisson_lock__channel:{" + lockName + "}";
  }

  private void pause(SimulatedClient victim, long nanos) {
    world.trace().add(victim.process().name(), () -> "is paused for " + nanos / 1_000_000 + " ms");
    victim.process().pause(nanos);
  }

  private void suspend(SimulatedClient victim, long nanos) {
    world
        .trace()
        .add(victim.process().name(), () -> "is suspended for " + nanos / 1_000_000 + " ms");
    victim.process().suspend(nanos);
  }

  private void crash(SimulatedClient victim) {
    if (world.clients().stream().filter(client -> !client.isGone()).count() > 1) {
      victim.crash();
    }
  }

  private static void close(SimulatedClient victim) {
    if (victim.canCloseAtOnce()) {
      victim.close();
    }
  }
}
