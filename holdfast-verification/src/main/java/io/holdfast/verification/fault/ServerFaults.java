package io.holdfast.verification.fault;

import io.holdfast.testkit.RedisServer;
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

  static void pauseCommands(Scene scene) {
    long millis = scene.lease().toMillis() * (2 + scene.random().nextInt(10)) / 10;
    scene.anyPrimary().command("CLIENT", "PAUSE", Long.toString(millis));
    scene.pass(1.2, 1.4);
  }

  /** On every server: a client of a cluster may listen anywhere. */
  static void killPubSub(Scene scene) {
    scene.site().servers().forEach(RedisServer::killPubSubConnections);
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
