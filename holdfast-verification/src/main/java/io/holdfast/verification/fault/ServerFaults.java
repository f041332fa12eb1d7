package io.holdfast.verification.fault;

import io.holdfast.testkit.RedisServer;

/** What happens to a server. */
final class ServerFaults {

  private ServerFaults() {}

  static void stop(Scene scene) {
    RedisServer server = scene.site().server();
    server.pause();
    scene.pass(0.2, 1.4);
    server.resume();
  }

  static void restart(Scene scene) {
    scene.site().server().restart();
    scene.pass(0.3, 0.6);
  }

  static void scriptFlush(Scene scene) {
    scene.site().server().command("SCRIPT", "FLUSH");
  }

  static void flushAll(Scene scene) {
    scene.site().server().command("FLUSHALL");
  }

  static void pauseCommands(Scene scene) {
    long millis = scene.lease().toMillis() * (2 + scene.random().nextInt(10)) / 10;
    scene.site().server().command("CLIENT", "PAUSE", Long.toString(millis));
    scene.pass(1.2, 1.4);
  }

  static void killPubSub(Scene scene) {
    scene.site().server().killPubSubConnections();
  }

  static void evict(Scene scene) {
    limitMemory(scene, "allkeys-random", 0.05);
  }

  static void outOfMemory(Scene scene) {
    limitMemory(scene, "noeviction", 0.6);
  }

  private static void limitMemory(Scene scene, String policy, double leases) {
    RedisServer server = scene.site().server();
    server.command("CONFIG", "SET", "maxmemory-policy", policy);
    server.command("CONFIG", "SET", "maxmemory", "1");
    scene.pass(leases, leases);
    server.command("CONFIG", "SET", "maxmemory", "0");
  }
}
