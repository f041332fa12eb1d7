package io.holdfast.verification.fault;

import io.holdfast.testkit.RedisServer;
import java.util.List;

/** A replica that has missed what its primary did last. */
final class StaleReplica {

  private StaleReplica() {}

  /**
   * Stops the replicas and cuts their links (else what was sent would wait for them in the network), lets grants go
   * on, kills the primary and lets the replicas go on.
   *
   * @param lock beside which a mark is left that no replica can have seen
   */
  static void make(
      RedisServer primary, List<RedisServer> replicas, String lock, Runnable meanwhile) {
    primary.command("DEL", mark(lock));
    replicas.forEach(RedisServer::pause);
    primary.command("CLIENT", "KILL", "TYPE", "replica");
    meanwhile.run();
    primary.command("SET", mark(lock), "missed");
    primary.kill();
    replicas.forEach(RedisServer::resume);
  }

  /** Fails if that server has seen the mark. */
  static void check(RedisServer promoted, String lock) {
    if (promoted.command("GET", mark(lock)) != null) {
      throw new IllegalStateException(
          "127.0.0.1:" + promoted.port() + " was promoted, but has missed nothing");
    }
  }

  /** In the lock's slot. */
  private static String mark(String lock) {
    return "{" + lock + "}mark";
  }
}
