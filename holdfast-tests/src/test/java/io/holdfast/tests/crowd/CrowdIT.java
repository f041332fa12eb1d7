package io.holdfast.tests.crowd;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.ClientProcess;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.LeakCheck;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes of eight threads each count in Redis under one lock; how many and how far is a matter of time. */
class CrowdIT {

  private static final int PROCESSES = Integer.getInteger("holdfast.crowd.processes", 3);
  private static final int THREADS = 8;
  private static final int ROUNDS = Integer.getInteger("holdfast.crowd.rounds", 2);
  private static final long GOAL = Long.getLong("holdfast.crowd.goal", 5_000);
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final List<ClientProcess> members = new ArrayList<>();
  private RedisServer server;
  private FaultProxy proxy;
  private Store store;

  @SuppressWarnings("NullAway.Init")
  CrowdIT() {}

  @BeforeEach
  void start() {
    server = RedisServer.start();
    proxy = FaultProxy.to(server);
    store = new Store(server.port());
  }

  @AfterEach
  void stop() {
    members.forEach(ClientProcess::close);
    store.close();
    proxy.close();
    server.close();
  }

  @Test
  void counter_withoutFaults_losesNothing() {
    for (int i = 0; i < PROCESSES; i++) {
      join(false);
    }
    members.forEach(member -> member.send("GO"));
    finish();
  }

  @Test
  void counter_withKilledAndPausedClientsAndCutPubSub_losesNothingWhenFenced() {
    for (int i = 0; i < PROCESSES; i++) {
      join(true);
    }
    members.forEach(member -> member.send("GO"));
    for (int round = 1; round <= ROUNDS; round++) {
      awaitCount(GOAL * round / (ROUNDS + 1));
      members.remove(0).kill();
      proxy.cutPubSub();
      ClientProcess paused = members.get(0);
      paused.pause();
      awaitCount(store.accepted() + 100); // the others go on
      awaitExpiryOf(System.nanoTime());
      paused.resume();
      join(true).send("GO");
    }
    finish();
  }

  private ClientProcess join(boolean fenced) {
    ClientProcess member = ClientProcess.start(
        Member.class,
        proxy.uri(),
        Integer.toString(server.port()),
        Boolean.toString(fenced),
        Integer.toString(THREADS),
        Long.toString(LEASE.toMillis()));
    members.add(member);
    member.awaitLine("READY", PATIENCE);
    return member;
  }

  private void awaitCount(long count) {
    within(PATIENCE).eventually(() -> assertThat(store.accepted()).isGreaterThanOrEqualTo(count));
  }

  /** Until everything held at that moment must have run out, twice over. */
  private void awaitExpiryOf(long sinceNanos) {
    within(PATIENCE)
        .eventually(
            () -> assertThat(System.nanoTime() - sinceNanos).isGreaterThan(2 * LEASE.toNanos()));
  }

  private void finish() {
    awaitCount(GOAL);
    members.forEach(member -> member.send("STOP"));
    members.forEach(member -> member.awaitLine("DONE", PATIENCE));
    assertThat(store.read()).isEqualTo(store.accepted());
    members.forEach(ClientProcess::close);
    server.command("DEL", "counter", "token", "accepted");
    LeakCheck.assertNothingLeft(server, "holdfast");
  }
}
