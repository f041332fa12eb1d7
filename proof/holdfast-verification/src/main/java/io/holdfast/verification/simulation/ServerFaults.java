package io.holdfast.verification.simulation;

import io.holdfast.testkit.memory.Keyspace;
import java.util.List;

/** What befalls the server, and what is no longer promised because of it. */
final class ServerFaults {

  /**
   * Less than the margin of every lease, so that all promises stand. The shortest fixed lease is 12 ms, and its margin
   * a quarter.
   */
  private static final long WITHIN_THE_MARGIN_MICROS = 2_000;

  private final World world;
  private final SimulatedServer server;

  ServerFaults(World world) {
    this.world = world;
    this.server = world.network().server();
  }

  void loseData() {
    world.count(Incident.DATA_LOST);
    world.trace().add("server", () -> "LOSES ITS DATA");
    server.loseData();
    world.putForeignKey();
  }

  /** Others publish on the channel, in bursts: each message comes before the answer to the last question. */
  void foreignMessages(long forNanos, boolean isDense) {
    world.count(Incident.FOREIGN_MESSAGES);
    world.trace().add("server", () -> "PASSES ON others' messages");
    long gap = isDense ? 60_000 : 1_500_000;
    for (long at = 0; at < forNanos; at += gap) {
      world
          .time()
          .after(at, null, () -> server.channels().publish("redisson_lock__channel:{lock0}"));
    }
  }

  /** The replica misses what is written for a while. */
  void cutReplica(long nanos) {
    world.count(Incident.REPLICA_CUT_OFF);
    server.replicas().link(false);
    world.time().after(nanos, null, () -> server.replicas().link(true));
  }

  void forgetScripts() {
    world.count(Incident.SCRIPTS_FORGOTTEN);
    server.forgetScripts();
  }

  void force(String lockName) {
    world.trace().add("server", () -> "releases " + lockName + " by force");
    String channel = "redisson_lock__channel:{" + lockName + "}";
    server.run("force", List.of(lockName), List.of("PUBLISH", channel));
  }

  /** Every connection is lost, and whatever was on its way. */
  void restart(long outageNanos, boolean keepsData) {
    world.count(keepsData ? Incident.RESTARTED_WITH_DATA : Incident.RESTARTED_WITHOUT_DATA);
    world.trace().add("server", () -> "RESTARTS with" + (keepsData ? "" : "out") + " its data");
    if (!keepsData) {
      server.loseData();
      world.putForeignKey();
    }
    server.forgetScripts();
    disconnect(outageNanos);
  }

  /** A replica takes over that fell behind some time before; its clock is not quite the same, or not at all. */
  void promoteStale(long behindNanos, boolean clocksAgree) {
    Keyspace.Copy replica = server.keys().copy();
    world.time().after(behindNanos, null, () -> {
      long skew = clocksAgree
          ? behindNanos % (2 * WITHIN_THE_MARGIN_MICROS) - WITHIN_THE_MARGIN_MICROS
          : behindNanos % 600_000 - 300_000;
      long clock = clocksAgree ? skew - server.aheadMicros() : skew;
      world.count(Incident.STALE_REPLICA_PROMOTED);
      world
          .trace()
          .add(
              "server",
              () -> "IS REPLACED by a replica " + behindNanos / 1_000_000
                  + " ms behind, its clock by " + -clock + " us");
      if (server.promote(replica) > 0) {
        world.count(Incident.GRANT_LOST_BY_PROMOTION);
      }
      changeClock(clock);
      disconnect(behindNanos / 8);
    });
  }

  void stepClock(long nanos, boolean isForward) {
    world.count(isForward ? Incident.CLOCK_STEPPED_FORWARD : Incident.CLOCK_STEPPED_BACK);
    long byMicros = nanos / 1_000 * (isForward ? 6 : -6);
    world.trace().add("server", () -> "STEPS ITS CLOCK by " + byMicros + " us");
    changeClock(byMicros);
  }

  private void changeClock(long byMicros) {
    long ahead = server.aheadMicros() + byMicros;
    boolean isAhead = byMicros > 0 && ahead > WITHIN_THE_MARGIN_MICROS;
    if (isAhead || byMicros > 2 * WITHIN_THE_MARGIN_MICROS) {
      server.doubtTenures(); // they expire before their time
    }
    server.stepClock(byMicros);
    world.checks().clockChanged();
  }

  private void disconnect(long outageNanos) {
    for (SimulatedClient client : world.clients()) {
      if (!client.isGone()) {
        client.gateway().commands().lose(outageNanos);
        client.gateway().messages().cut(outageNanos, 0);
      }
    }
  }
}
