package io.holdfast.verification.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.FairScripts;
import io.holdfast.testkit.memory.Keyspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the search does not reach: lost keys, clocks that are behind, waiters of Redisson's. Each with the bug that it is about. */
class FairHolesTest {

  private static final List<String> KEYS = List.of("a", "queue", "scores", "waits");

  private long nowMillis = 1_000_000;
  private final Keyspace keys = new Keyspace(() -> nowMillis * 1_000);
  private final Channels channels = new Channels();
  private final List<String> told = new ArrayList<>();
  private FairScripts scripts = new FairScripts(keys, channels);

  private long join(String client, long floor) {
    List<?> reply = (List<?>) scripts.run(
        "fair_join",
        KEYS,
        List.of(
            client + ":s0",
            "1",
            "PUBLISH",
            "c",
            "NUMSUB",
            "" + floor,
            "1",
            "6000",
            "30000",
            "" + Long.MAX_VALUE,
            "1",
            "listens"));
    return reply.get(0).equals(1L) && reply.get(1) instanceof Long stamp ? stamp : 0;
  }

  private void release(String client) {
    scripts.run(
        "fair_release",
        KEYS,
        List.of(client + ":s0", "1", "PUBLISH", "c", "NUMSUB", "0", "1", "6000"));
  }

  private void listen(String entry) {
    channels.add("c:" + entry, entry, (channel, text) -> told.add(entry + " " + text));
  }

  private @Nullable String holder() {
    return keys.hgetall("a").isEmpty() ? null : keys.hgetall("a").get(0);
  }

  private void queueIsLost() {
    listen("bob:s0");
    listen("carol:s0");
    join("alice", 0);
    join("bob", 0);
    keys.setList("queue", List.of());
    join("bob", 0);
    join("carol", 0);
    release("alice");
  }

  @Test
  void queue_lost_isBuiltAgain() {
    queueIsLost();
    assertThat(holder()).isEqualTo("bob:1");
  }

  @Test
  void queue_lostAndTakenForThere_isFound() {
    scripts = new FairScripts(keys, channels) {
      @Override
      protected boolean isInQueue(List<String> items, String seat) {
        return true;
      }
    };
    queueIsLost();
    assertThat(holder()).isEqualTo("carol:1");
  }

  @Test
  void queue_ends_withAllItsKeysAtOnce() {
    keys.setList("queue", List.of("redisson:1"));
    keys.setScores("scores", Map.of("redisson:1", nowMillis + 300_000));
    keys.hset("a", "redisson:2", "1");
    join("bob", 0);
    assertThat(List.of(keys.pttl("queue"), keys.pttl("scores"), keys.pttl("waits")))
        .containsOnly(300_000L);
    assertThat(keys.scores("scores")).containsEntry("bob:s0", nowMillis + 600_000);
  }

  private long stampOfBob() {
    listen("bob:s0");
    join("alice", 0);
    long ahead = nowMillis * 1_000 + 60_000_000;
    join("bob", ahead);
    release("alice");
    return Long.parseLong(keys.hgetall("a").get(1).substring(1)) - ahead;
  }

  @Test
  void stamp_ofWhoHasSeenAGreaterOne_isAboveIt() {
    assertThat(stampOfBob()).isPositive();
  }

  @Test
  void stamp_aboveTheGiversFloorOnly_isFound() {
    scripts = new FairScripts(keys, channels) {
      @Override
      protected long floor(long floor, Wait wait) {
        return floor;
      }
    };
    assertThat(stampOfBob()).isNegative();
  }

  /** A corpse of ours, heard of a moment ago, is in the queue of a free lock, and the caller does not listen yet. */
  private long joinBehindACorpse() {
    listen("bob:s0");
    join("alice", 0);
    join("bob", 0);
    channels.remove("c:bob:s0", "bob:s0");
    release("alice");
    assertThat(holder()).isNull();
    listen("carol:s0");
    channels.remove("c:carol:s0", "carol:s0");
    return join("carol", 0);
  }

  @Test
  void join_ofACallerThatDoesNotListenYet_isServed() {
    assertThat(joinBehindACorpse()).isPositive();
    assertThat(keys.list("queue")).as("it may come back").containsExactly("bob:s0");
    nowMillis += 6_001;
    release("carol");
    assertThat(keys.list("queue")).isEmpty();
  }

  private boolean isPassedOverInTheEnd() {
    listen("redisson:1");
    keys.setList("queue", List.of("redisson:1"));
    keys.setScores("scores", Map.of("redisson:1", nowMillis + 300_000));
    assertThat(join("alice", 0)).isZero();
    assertThat(told).containsExactly("redisson:1 0");
    nowMillis += 2_000;
    assertThat(join("alice", 0)).as("it has time to come").isZero();
    nowMillis += 5_000;
    return join("alice", 0) > 0;
  }

  @Test
  void waiterOfRedissons_thatDoesNotCome_isPassedOver() {
    assertThat(isPassedOverInTheEnd()).isTrue();
    assertThat(keys.list("queue")).containsExactly("redisson:1");
  }

  @Test
  void waiterOfRedissons_nudgedForEver_isFound() {
    scripts = new FairScripts(keys, channels) {
      @Override
      protected boolean hasBeenToldFor(long millis) {
        return false;
      }
    };
    assertThat(isPassedOverInTheEnd()).isFalse();
  }

  @Test
  void waiterOfRedissons_behindOneThatIsAway_comesToTheHead() {
    listen("bob:s0");
    listen("redisson:1");
    join("alice", 0);
    join("bob", 0);
    keys.setList("queue", List.of("bob:s0", "redisson:1"));
    keys.setScores("scores", Map.of("redisson:1", nowMillis + 300_000));
    channels.remove("c:bob:s0", "bob:s0");
    release("alice");
    assertThat(told).containsExactly("redisson:1 0");
    assertThat(keys.list("queue")).containsExactly("redisson:1", "bob:s0");
  }

  /** Told by Redisson that the lock is free, the first of ours leaves instead. */
  @Test
  void leaving_aFreeLock_givesItToTheNext() {
    listen("bob:s0");
    listen("carol:s0");
    keys.hset("a", "redisson:1", "1");
    join("bob", 0);
    join("carol", 0);
    keys.del("a");
    release("bob");
    assertThat(holder()).isEqualTo("carol:1");
  }
}
