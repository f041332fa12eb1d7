package io.holdfast.verification.simulation;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Plans the faults of a run: which, when, whom. None begins after the storm, and no pause outlives it by much.
 * What befalls the server is the business of {@link ServerFaults}.
 */
final class Faults {

  private static final long STORM_NANOS = Schedule.STORM.toNanos();

  /** What a client may be about when a fault strikes. */
  private static final List<String> TRAPS = List.of("acquire", "renew", "release");

  private final World world;
  private final RandomGenerator random;
  private final ServerFaults server;

  Faults(World world) {
    this.world = world;
    this.random = world.schedule().randomFor("faults");
    this.server = new ServerFaults(world);
  }

  void plan() {
    if (world.schedule().isReplicaAway()) {
      server.cutReplica(STORM_NANOS);
    }
    List<SimulatedFault> kinds = world.schedule().kinds();
    boolean areLong = world.schedule().areLong();
    for (int i = 0; i < world.schedule().faults(); i++) {
      long at = random.nextLong(STORM_NANOS);
      SimulatedFault kind = kinds.get(random.nextInt(kinds.size()));
      SimulatedClient victim =
          world.clients().get(random.nextInt(world.clients().size()));
      long length = random.nextLong(1_000_000, 40_000_000);
      boolean isLong = random.nextInt(5) < (areLong ? 3 : 1);
      long outage = isLong ? random.nextLong(STORM_NANOS) : length / 2;
      boolean flip = random.nextBoolean();
      Runnable fault = () -> strike(kind, victim, length, flip, outage);
      String script = TRAPS.get(random.nextInt(TRAPS.size()));
      boolean isTrap = world.schedule().isSwarm() && random.nextBoolean();
      world.time().at(at, null, isTrap ? () -> trap(victim, script, fault) : fault);
    }
    if (random.nextInt(3)
        == 0) { // not a fault: others may use the channel, or another database has the name
      long at = Schedule.STORM.plus(Schedule.SETTLING).toNanos() + random.nextLong(100_000_000);
      boolean flip = random.nextBoolean();
      world.time().at(at, null, () -> server.foreignMessages(40_000_000, flip));
    }
    world.time().at(STORM_NANOS, null, () -> {
      world.trace().add("network", () -> "calms down");
      world.network().weather().calmDown();
    });
  }

  /** It strikes when that client next sends such a request, not at any time. */
  private void trap(SimulatedClient victim, String script, Runnable fault) {
    victim.gateway().commands().trap(script, () -> {
      if (world.isStormy()) {
        fault.run();
      }
    });
  }

  private void strike(
      SimulatedFault kind, SimulatedClient victim, long length, boolean flip, long outage) {
    if (victim.isGone() || victim.process().isPaused()) {
      return;
    }
    switch (kind) {
      case CUT -> cut(victim, length, flip, outage);
      case MESSAGES_CUT -> victim.gateway().messages().cut(length, flip ? length / 2 : 0);
      case SILENCE -> victim.gateway().commands().silence(Math.min(outage, untilCalm()));
      case SLOWNESS -> slowDown(victim, length, outage);
      case PAUSE -> pause(victim, flip ? length : Schedule.LEASE.toNanos() + length);
      case SUSPENSION -> suspend(victim, flip ? length : 260_000_000 + length);
      case CRASH -> crash(victim);
      case CLOSE -> close(victim, length);
      case FORCE -> force(victim, flip || length % 4 > 0);
      case FORCE_NO_LOCK -> forceNoLock(victim);
      case DATA_LOSS -> server.loseData();
      case RESTART -> server.restart(length / 4, flip);
      case PROMOTION -> server.promoteStale(length, flip);
      case CLOCK_STEP -> server.stepClock(length, flip);
      case SCRIPTS_FORGOTTEN -> server.forgetScripts();
      case FOREIGN_MESSAGES -> server.foreignMessages(length, flip);
      case REPLICA_CUT -> server.cutReplica(Math.min(outage, untilCalm()));
    }
  }

  /** What is stuck comes after the connection is back; half of the time while the server still does it. */
  private void cut(SimulatedClient victim, long length, boolean flip, long outage) {
    boolean isShort = world.schedule().isSwarm() && length % 2 == 0;
    long away = isShort ? outage / 8 : outage;
    long stuck = isShort ? 2_000_000 + length / 2 : 2 * length;
    victim.gateway().commands().cut(Math.min(away, untilCalm()), flip, stuck);
  }

  private long untilCalm() {
    return STORM_NANOS + 20_000_000 - world.time().nanos();
  }

  /** Answers come later than a short lease ends, but before anybody gives up. */
  private void slowDown(SimulatedClient victim, long length, long outage) {
    long end = Math.min(world.time().nanos() + Math.max(5 * length, outage), STORM_NANOS);
    victim.gateway().commands().slowDown(end, 4_000_000 + length / 8);
  }

  private void pause(SimulatedClient victim, long nanos) {
    world.count(Incident.CLIENT_PAUSED);
    world.trace().add(victim.process().name(), () -> "is paused for " + nanos / 1_000_000 + " ms");
    victim.process().pause(nanos);
  }

  private void suspend(SimulatedClient victim, long nanos) {
    world.count(Incident.CLIENT_SUSPENDED);
    world
        .trace()
        .add(victim.process().name(), () -> "is suspended for " + nanos / 1_000_000 + " ms");
    victim.process().suspend(nanos);
  }

  private void crash(SimulatedClient victim) {
    if (isNotTheLast()) {
      world.count(Incident.CLIENT_CRASHED);
      victim.crash();
    }
  }

  private boolean isNotTheLast() {
    return world.clients().stream().filter(client -> !client.isGone()).count() > 1;
  }

  private void close(SimulatedClient victim, long stuckNanos) {
    if (victim.canClose() && isNotTheLast()) {
      world.count(
          victim.gateway().commands().isQuiet()
              ? Incident.CLIENT_CLOSED
              : Incident.CLIENT_CLOSED_WITH_REQUESTS_IN_FLIGHT);
      victim.close(stuckNanos);
    }
  }

  /** By somebody else, or by a client that has a holder of its own to tell. */
  private void force(SimulatedClient by, boolean isHere) {
    world.count(Incident.FORCED_BY_ANOTHER);
    if (isHere) {
      CompletableFuture<Boolean> unused = by.force(SimulatedCaller.RENEWED);
    } else {
      server.force(SimulatedCaller.RENEWED);
    }
  }

  /** An operator who mistakes the application's data for a lock gets an error, and the data stay. */
  private void forceNoLock(SimulatedClient by) {
    CompletableFuture<?> unused = by.force(SimulatedCaller.NO_LOCK)
        .whenComplete((done, failure) -> {
          if (failure == null) {
            world.checks().foreignKeyIgnored(by.process().name());
          }
        });
  }
}
