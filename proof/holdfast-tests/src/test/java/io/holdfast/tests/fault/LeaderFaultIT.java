package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Candidate;
import io.holdfast.Holdfast;
import io.holdfast.Leadership;
import io.holdfast.LeadershipEnd;
import io.holdfast.LeadershipEnd.Cause;
import io.holdfast.LeaseView;
import io.holdfast.LockEvent;
import io.holdfast.testkit.ClientProcess;
import io.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leader goes, in every way there is: it is told, and the next candidate leads. */
class LeaderFaultIT extends OneServerFixture {

  private static final Duration LEASE = Duration.ofMillis(1_500);

  /** Far below every lease time here: whoever leads by then did not wait for one to end. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** What one candidate was told. */
  private static final class Told {
    private final BlockingQueue<LeaseView> gained = new LinkedBlockingQueue<>();
    private final BlockingQueue<LeadershipEnd> lost = new LinkedBlockingQueue<>();

    Candidate by(Candidate candidate) {
      return candidate.onGained(gained::add).onLost(lost::add);
    }

    LeaseView gained(Duration limit) throws InterruptedException {
      return soon("gained", gained, limit);
    }

    Cause lost() throws InterruptedException {
      return soon("lost", lost, PATIENCE).cause();
    }

    private static <T> T soon(String what, BlockingQueue<T> queue, Duration limit)
        throws InterruptedException {
      @Nullable T next = queue.poll(Eventually.scaled(limit).toMillis(), TimeUnit.MILLISECONDS);
      assertThat(next).as("%s within %s", what, limit).isNotNull();
      return Objects.requireNonNull(next);
    }
  }

  private Told alice = new Told();
  private Told bob = new Told();

  @BeforeEach
  void forgetWhatWasTold() {
    alice = new Told();
    bob = new Told();
  }

  /** Alice leads, bob stands by and listens. */
  private Leadership bobBehind(Leadership alices, Holdfast bobs) throws InterruptedException {
    grantedToken(alice.gained(PATIENCE).token());
    Leadership standingBy = bob.by(bobs.leader(name)).campaign();
    awaitListening(server);
    assertThat(alices.isLeader()).isTrue();
    assertThat(standingBy.isLeader()).isFalse();
    return standingBy;
  }

  private void bobLeads(Leadership bobs, Duration limit) throws InterruptedException {
    LeaseView lease = bob.gained(limit);
    grantedToken(lease.token());
    assertThat(bobs.isLeader()).isTrue();
  }

  @Test
  void leaderResigns_nextLeadsAtOnce() throws Exception {
    Leadership alices = alice.by(alice(LONG).leader(name)).campaign();
    try (Leadership bobs = bobBehind(alices, bob(LONG))) {
      alices.close();
      assertThat(alice.lost()).isEqualTo(Cause.RESIGNED);
      bobLeads(bobs, AT_ONCE);
    }
    assertThat(bob.lost()).isEqualTo(Cause.RESIGNED);
    assertThat(alice.gained).isEmpty();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void leadersClientIsClosed_isToldAndNextLeadsAtOnce() throws Exception {
    Holdfast closing = openUnfit("alice", proxy.uri(), settings -> settings);
    Leadership alices = alice.by(closing.leader(name)).campaign();
    try (Leadership bobs = bobBehind(alices, bob(LONG))) {
      closing.close();
      assertThat(alice.lost()).isEqualTo(Cause.CLIENT_CLOSED);
      assertThat(alices.isLeader()).isFalse();
      bobLeads(bobs, AT_ONCE);
      alices.close();
    }
    assertThat(alice.lost).isEmpty();
  }

  @Test
  void leaderIsKilled_nextLeadsWhenItsLeaseIsOver() throws Exception {
    try (ClientProcess child = ClientProcess.start(LeaderMain.class, server.uri(), name, "1500")) {
      grantedToken(Long.parseLong(child.awaitLine("gained ", PATIENCE).substring(7)));
      try (Leadership bobs = bob.by(bob(LONG).leader(name)).campaign()) {
        awaitListening(server);
        child.kill();
        bobLeads(bobs, PATIENCE);
      }
    }
  }

  @Test
  void leaderIsPaused_isToldWhenItWakes() throws Exception {
    try (ClientProcess child = ClientProcess.start(LeaderMain.class, server.uri(), name, "1500")) {
      grantedToken(Long.parseLong(child.awaitLine("gained ", PATIENCE).substring(7)));
      try (Leadership bobs = bob.by(bob(LONG).leader(name)).campaign()) {
        awaitListening(server);
        child.pause();
        bobLeads(bobs, PATIENCE);
        child.resume();
        child.awaitLine("lost " + Cause.LEASE_LOST, PATIENCE);
        assertThat(bobs.isLeader()).isTrue();
      }
      assertThat(bob.lost()).isEqualTo(Cause.RESIGNED);
      grantedToken(Long.parseLong(child.awaitLine("gained ", PATIENCE).substring(7)));
    }
  }

  @Test
  void leadIsTakenAway_leaderIsToldAndTheOtherLeads() throws Exception {
    Leadership alices = alice.by(alice(LEASE).leader(name)).campaign();
    Holdfast clientOfBob = bob(LONG);
    try (alices;
        Leadership bobs = bobBehind(alices, clientOfBob)) {
      assertThat(clientOfBob.lock(name).forceRelease()).isTrue();
      bobLeads(bobs, AT_ONCE);
      assertThat(alice.lost()).isEqualTo(Cause.LEASE_LOST);
      assertThat(alices.isLeader()).isFalse();
    }
    assertThat(bob.lost()).isEqualTo(Cause.RESIGNED);
  }

  @Test
  void keysFlushed_leaderIsTold_andStandsAgainOnlyWhenItsWorkHasStopped() throws Exception {
    CountDownLatch workStopped = new CountDownLatch(1);
    ExecutorService workers = Executors.newCachedThreadPool(); // this callback blocks
    Holdfast clientOfAlice =
        open("alice", proxy.uri(), settings -> settings.leaseTime(LEASE).executor(workers));
    Leadership alices = alice
        .by(clientOfAlice.leader(name))
        .onLost(end -> {
          alice.lost.add(end);
          awaitUninterruptibly(workStopped);
        })
        .campaign();
    try (alices;
        Leadership bobs = bobBehind(alices, bob(LONG))) {
      server.command("FLUSHALL");
      assertThat(alice.lost()).isEqualTo(Cause.LEASE_LOST);
      bobLeads(bobs, PATIENCE);
      workStopped.countDown();
    } finally {
      workStopped.countDown();
      workers.shutdown();
    }
    assertThat(alice.lost)
        .as("told once; she may have led again when bob resigned")
        .extracting(LeadershipEnd::cause)
        .doesNotContain(Cause.LEASE_LOST);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void serverIsSilent_campaignGoesOnWhenItAnswers() throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    Holdfast client = open(
        "alice",
        proxy.uri(),
        settings -> settings.unavailableAfter(Duration.ofMillis(300)).listener(events::add));
    server.pause();
    try (Leadership alices = alice.by(client.leader(name)).campaign()) {
      eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.NotAcquired.class));
      server.resume();
      grantedToken(alice.gained(PATIENCE).token());
      assertThat(alices.isLeader()).isTrue();
    } finally {
      server.resume();
    }
  }

  @Test
  void manyCandidates_oneLeadsAtATime_untilAllHaveLed() throws Exception {
    AtomicInteger leaders = new AtomicInteger();
    List<Integer> crowds = new CopyOnWriteArrayList<>();
    BlockingQueue<Integer> led = new LinkedBlockingQueue<>();
    List<Leadership> all = new ArrayList<>();
    int candidates = 5;
    for (int i = 0; i < candidates; i++) {
      int number = i;
      all.add(open("candidate-" + i, server.uri(), LONG)
          .leader(name)
          .onGained(lease -> {
            crowds.add(leaders.incrementAndGet());
            led.add(number);
          })
          .onLost(end -> leaders.decrementAndGet())
          .campaign());
    }
    for (int i = 0; i < candidates; i++) {
      @Nullable Integer leader = led.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      assertThat(leader).as("leader %s", i).isNotNull();
      all.get(Objects.requireNonNull(leader)).close();
    }
    assertThat(crowds).hasSize(candidates).containsOnly(1);
    assertThat(leaders).hasValue(0);
  }
}
