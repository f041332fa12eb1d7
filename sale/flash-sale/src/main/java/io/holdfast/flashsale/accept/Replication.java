package io.holdfast.flashsale.accept;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Waits until replicas have what Redis has accepted. One question at a time is under way, for all who came before it was asked, so
 * its cost is shared. Thread-safe.
 */
/*
 *   accepted: a    b c      d               e
 *                |-- question for a --|-- for b, c, d --|-- for e …
 *
 * WAIT asks for the writes of its own connection, and whoever waits there is in the way of the others: so there is a
 * connection for it alone, and a write before each question. That write is later than all that was accepted before it.
 */
public final class Replication {

  private static final String KEY = "fs:acknowledged";

  private final RedisClusterAsyncCommands<String, String> redis;
  private final int replicas;
  private final long withinMillis;
  private @Nullable CompletableFuture<Boolean> next;
  private boolean asking;

  /**
   * Asks over that connection, which nobody else uses.
   *
   * @param redis one server, not a cluster
   * @param replicas how many must have it
   * @param within how long they may take
   */
  public Replication(
      RedisClusterAsyncCommands<String, String> redis, int replicas, Duration within) {
    this.redis = redis;
    this.replicas = replicas;
    this.withinMillis = within.toMillis();
  }

  /** Whether enough replicas have all that was accepted before this call. */
  public CompletionStage<Boolean> acknowledged() {
    CompletableFuture<Boolean> mine;
    synchronized (this) {
      if (next == null) {
        next = new CompletableFuture<>();
      }
      mine = next;
    }
    ask();
    return mine;
  }

  private void ask() {
    CompletableFuture<Boolean> asked;
    synchronized (this) {
      if (asking || next == null) {
        return;
      }
      asking = true;
      asked = next;
      next = null;
    }
    CompletableFuture<Boolean> answer = asked;
    try {
      RedisFuture<String> written = redis.set(KEY, "");
      redis
          .waitForReplication(replicas, withinMillis)
          .thenCombine(written, (count, ok) -> count >= replicas)
          .whenComplete((enough, failure) -> finish(answer, enough != null && enough));
    } catch (RuntimeException notSent) { // the connection is closed
      finish(answer, false);
    }
  }

  private void finish(CompletableFuture<Boolean> answer, boolean enough) {
    synchronized (this) {
      asking = false;
    }
    ask();
    answer.complete(enough);
  }
}
