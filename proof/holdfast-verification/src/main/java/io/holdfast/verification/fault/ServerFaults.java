package io.holdfast.verification.fault;

import io.holdfast.testkit.RedisServer;
import io.holdfast.verification.traffic.Ebb;
import io.holdfast.verification.traffic.Pace;
import java.time.Duration;

/** What happens to a server: the one that grants some lock, unless said otherwise. */
final class ServerFaults {

  /** How far a clock is ever wrong. */
  private static final double MOST_LEASES = 3;

  private ServerFaults() {}

  static void stop(Scene scene) {
    RedisServer server = scene.anyPrimary();
    server.pause();
    scene.pass(0.2, 1.4);
    server.resume();
  }

  static void restart(Scene scene) {
    scene.anyPrimary().restart();
    scene.pass(0.3, 0.6);
  }

  static void scriptFlush(Scene scene) {
    scene.anyPrimary().command("SCRIPT", "FLUSH");
  }

  static void flushAll(Scene scene) {
    scene.anyPrimary().command("FLUSHALL");
  }

  /**
   * As {@code forceRelease()} of another client does it; under a name that Spring Integration uses, too. Who has held
   * the lock for a while will hold it for a while longer, and has something to notice.
   */
  static void forceRelease(Scene scene) {
    String lock = scene.longHeld(2).orElseGet(scene::anyLock);
    RedisServer server = scene.site().primaryOf(lock);
    boolean isCluster = scene.site().topology() == Topology.CLUSTER;
    boolean isSharded = isCluster && !server.version().startsWith("6.");
    server.command("DEL", lock);
    if (!isCluster) { // where it is in another slot, perhaps
      server.command("DEL", "verify:" + lock);
    }
    server.command(
        isSharded ? "SPUBLISH" : "PUBLISH", "redisson_lock__channel:{" + lock + "}", "0");
    scene.pass(0.6, 0.8);
  }

  static void pauseCommands(Scene scene) {
    long millis = scene.lease().toMillis() * (2 + scene.random().nextInt(10)) / 10;
    scene.anyPrimary().command("CLIENT", "PAUSE", Long.toString(millis));
    scene.pass(1.2, 1.4);
  }

  /**
   * When nobody asks anew, somebody holds a lock and others wait for it: from then on no subscription lives for longer
   * than a moment, until a release has been missed. Who does not ask again by itself is now woken by nobody. On every
   * server: a client of a cluster may listen anywhere.
   */
  static void killPubSub(Scene scene) {
    new Ebb(scene.lease()).await();
    long lease = scene.lease().toNanos();
    long end = System.nanoTime() + lease * 2 / 5;
    long missedSince = System.nanoTime();
    for (long now = missedSince; now - end < 0 && now - missedSince < lease / 30; ) {
      scene.site().servers().forEach(RedisServer::killPubSubConnections);
      Pace.millis(0.3);
      now = System.nanoTime();
      missedSince = scene.hasAwaitedLockThatNobodyHolds() ? missedSince : now;
    }
  }

  static void evict(Scene scene) {
    limitMemory(scene, "allkeys-random", 0.05);
  }

  static void outOfMemory(Scene scene) {
    limitMemory(scene, "noeviction", 0.6);
  }

  private static void limitMemory(Scene scene, String policy, double leases) {
    RedisServer server = scene.anyPrimary();
    server.command("CONFIG", "SET", "maxmemory-policy", policy);
    server.command("CONFIG", "SET", "maxmemory", "1");
    scene.pass(leases, leases);
    server.command("CONFIG", "SET", "maxmemory", "0");
  }

  /** Steps to anywhere between three leases behind and three ahead; half of the time near where it was. */
  static void jumpClock(Scene scene) {
    RedisServer server = scene.anyPrimary();
    double leaseMillis = scene.lease().toMillis();
    double now = server.clock().offset().toMillis() / leaseMillis;
    double next = scene.random().nextBoolean()
        ? now + (scene.random().nextDouble() - 0.5)
        : (scene.random().nextDouble() * 2 - 1) * MOST_LEASES;
    double bounded = Math.max(-MOST_LEASES, Math.min(MOST_LEASES, next));
    scene.site().moveClock(server, Duration.ofMillis((long) (bounded * leaseMillis)));
    scene.pass(0.2, 0.8);
  }
}
