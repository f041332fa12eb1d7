package io.holdfast.spring.observation;

import static io.holdfast.spring.observation.Spans.Span.hold;
import static io.holdfast.spring.observation.Spans.Span.waited;
import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.spring.EndOfFuture;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.metrics.LockGroups;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.RedisServer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.tck.TestObservationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waits and holds as spans below the caller's, in every form of the lock, on a real server. */
class ObservedHoldfastIT {

  private static final Duration SHORT = Duration.ofMillis(50);

  private static RedisServer server;
  private static Holdfast bob;

  private final TestObservationRegistry registry = TestObservationRegistry.create();
  private final Spans spans = new Spans();
  private Holdfast inner;
  private Holdfast alice;
  private DistributedLock lock;
  private Observation.Scope request;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
    bob = Holdfast.connect(server.uri());
  }

  @AfterAll
  static void stopServer() {
    bob.close();
    server.close();
  }

  @BeforeEach
  void start() {
    server.command("FLUSHALL");
    inner = Holdfast.builder()
        .uri(server.uri())
        .leaseTime(Duration.ofSeconds(3))
        .commandTimeout(Duration.ofMillis(500))
        .build();
    alice = new ObservedHoldfast(inner, registry, new LimitedGroups(LockGroups.byPrefix(), 64));
    lock = alice.lock("sku:1");
    request = Observation.start("request", registry).openScope();
    registry.observationConfig().observationHandler(spans);
  }

  @AfterEach
  void stop() {
    request.close();
    alice.close();
    assertThat(registry.getCurrentObservation()).as("scopes left open").isNull();
  }

  // ---- by lease

  @Test
  void acquire_andClose_waitThenHold() throws Exception {
    Lease lease = lock.acquire();
    assertThat(spans.ended()).containsExactly(waited("granted", null));
    assertThat(spans.open()).hasSize(1);
    lease.close();
    lease.close();
    assertThat(spans.ended())
        .containsExactly(waited("granted", null), hold("released", lease.token(), null));
    assertThat(spans.open()).isEmpty();
  }

  @Test
  void tryAcquire_heldElsewhere_refused() throws Exception {
    try (Lease elsewhere = bob.lock("sku:1").acquire()) {
      assertThat(lock.tryAcquire()).isEmpty();
      assertThat(lock.tryAcquire(SHORT)).isEmpty();
      assertThat(lock.tryAcquire(SHORT, LeaseOptions.renewed())).isEmpty();
      assertThat(spans.ended()).hasSize(3).containsOnly(waited("refused", null));
      assertThat(elsewhere.isHeld()).isTrue();
    }
    assertThat(spans.open()).isEmpty();
  }

  @Test
  void lease_closedOnAnotherThread_holdEndsOnce() throws Exception {
    Lease lease = lock.acquire();
    Caller<Boolean> other = Caller.start(() -> {
      lease.close();
      return true;
    });
    assertThat(other.outcome()).isTrue();
    assertThat(spans.ended()).endsWith(hold("released", lease.token(), null));
    assertThat(spans.open()).isEmpty();
  }

  @Test
  void lease_left_holdEnds() throws Exception {
    Lease lease = lock.acquire(LeaseOptions.fixed(Duration.ofMillis(200)));
    lease.leave();
    lease.close();
    assertThat(spans.ended())
        .containsExactly(waited("granted", null), hold("left", lease.token(), null));
  }

  @Test
  void lease_lost_holdEndsByItselfWithTheError() throws Exception {
    Lease lease = lock.acquire();
    server.command("DEL", "sku:1");
    eventually(() ->
        assertThat(spans.ended()).endsWith(hold("lost", lease.token(), LeaseLostException.class)));
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    assertThat(spans.ended()).hasSize(2);
  }

  @Test
  void acquire_interrupted_withdrawn() throws Exception {
    try (Lease elsewhere = bob.lock("sku:1").acquire()) {
      Observation parent = Objects.requireNonNull(registry.getCurrentObservation());
      Caller<Lease> waiter = Caller.startWaiting(() -> {
        try (Observation.Scope scope = parent.openScope()) {
          return lock.acquire();
        }
      });
      eventually(() -> assertThat(alice.activities()).hasSize(1));
      waiter.interrupt();
      assertThatThrownBy(waiter::outcome).hasCauseInstanceOf(InterruptedException.class);
      assertThat(spans.ended()).containsExactly(waited("withdrawn", null));
      assertThat(elsewhere.isHeld()).isTrue();
    }
  }

  @Test
  void acquire_clientClosed_closed() throws Exception {
    inner.close();
    assertThatThrownBy(() -> lock.acquire()).isInstanceOf(HoldfastClosedException.class);
    assertThat(spans.ended()).containsExactly(waited("closed", HoldfastClosedException.class));
  }

  // ---- by future

  @Test
  void acquireAsync_andReleaseAsync_waitThenHold() {
    Lease lease = lock.acquireAsync().join();
    lease.releaseAsync().join();
    assertThat(spans.ended())
        .containsExactly(waited("granted", null), hold("released", lease.token(), null));
    assertThat(spans.open()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void acquireAsync_endedByItsOwner_leavesTheQueue(EndOfFuture way) throws Exception {
    try (Lease elsewhere = bob.lock("sku:1").acquire()) {
      CompletableFuture<Lease> waiter = lock.acquireAsync();
      eventually(() -> assertThat(alice.activities()).hasSize(1));
      way.end(waiter, elsewhere);
      eventually(() -> assertThat(alice.activities()).isEmpty());
      assertThat(spans.ended()).containsExactly(waited("withdrawn", null));
      assertThat(elsewhere.isHeld()).isTrue();
    }
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void tryAcquireAsync_heldElsewhere_refused() throws Exception {
    try (Lease elsewhere = bob.lock("sku:1").acquire()) {
      assertThat(lock.tryAcquireAsync(SHORT).join()).isEqualTo(Optional.empty());
      assertThat(spans.ended()).containsExactly(waited("refused", null));
      assertThat(elsewhere.isHeld()).isTrue();
    }
    Lease lease = lock.tryAcquireAsync(SHORT).join().orElseThrow();
    lease.close();
    assertThat(spans.ended()).endsWith(hold("released", lease.token(), null));
  }

  @Test
  void acquireAsync_badOptions_waitEnds() {
    assertThatThrownBy(() -> lock.acquireAsync(LeaseOptions.renewed(Duration.ofMillis(20))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(spans.ended()).containsExactly(waited("failed", IllegalArgumentException.class));
  }

  // ---- by thread

  @Test
  void lock_reentered_oneWaitAndOneHold() {
    lock.lock();
    long token = lock.current().orElseThrow().token();
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
    lock.unlock();
    assertThat(spans.ended()).containsExactly(waited("granted", null));
    alice.lock("sku:1").unlock(); // another object of the same name
    assertThat(spans.ended())
        .containsExactly(waited("granted", null), hold("released", token, null));
    assertThat(spans.open()).isEmpty();
  }

  @Test
  void lock_everyForm_observed() throws Exception {
    lock.lock(Duration.ofSeconds(5));
    lock.unlock();
    lock.lockInterruptibly();
    lock.unlock();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
    assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
    lock.unlock();
    assertThat(lock.tryLock(SHORT, Duration.ofSeconds(5))).isTrue();
    lock.unlock();
    assertThat(spans.ended()).hasSize(10);
    assertThat(spans.open()).isEmpty();
  }

  @Test
  void tryLock_heldElsewhere_refused() throws Exception {
    try (Lease elsewhere = bob.lock("sku:1").acquire()) {
      assertThat(lock.tryLock()).isFalse();
      assertThat(spans.ended()).containsExactly(waited("refused", null));
      assertThat(elsewhere.isHeld()).isTrue();
    }
  }

  @Test
  void lock_lostAndTakenAgain_twoHolds() {
    lock.lock();
    long lost = lock.current().orElseThrow().token();
    server.command("DEL", "sku:1");
    eventually(
        () -> assertThat(spans.ended()).endsWith(hold("lost", lost, LeaseLostException.class)));
    lock.lock();
    long again = lock.current().orElseThrow().token();
    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThat(spans.ended())
        .containsExactly(
            waited("granted", null),
            hold("lost", lost, LeaseLostException.class),
            waited("granted", null),
            hold("released", again, null));
    assertThat(spans.open()).isEmpty();
  }

  // ---- off

  @Test
  void registry_withoutHandlers_nothingIsWrapped() throws Exception {
    Holdfast quiet = new ObservedHoldfast(
        inner,
        io.micrometer.observation.ObservationRegistry.create(),
        new LimitedGroups(LockGroups.byPrefix(), 64));
    try (Lease lease = quiet.lock("sku:1").acquire()) {
      assertThat(lease).isNotInstanceOf(ObservedLease.class);
    }
    quiet.lock("sku:1").lock();
    quiet.lock("sku:1").unlock();
    assertThat(spans.ended()).isEmpty();
  }

  // ---- handlers that fail

  /** A handler of the application's that fails wherever it is asked to. */
  private static final class Failing implements ObservationHandler<Observation.Context> {

    @Override
    public boolean supportsContext(Observation.Context context) {
      return context.getName().startsWith("holdfast");
    }

    @Override
    public void onStart(Observation.Context context) {
      throw new IllegalStateException("the handler's own trouble, at the start");
    }

    @Override
    public void onStop(Observation.Context context) {
      throw new IllegalStateException("the handler's own trouble, at the end");
    }
  }

  @Test
  void handler_thatFails_doesNotHarmTheLock() throws Exception {
    registry.observationConfig().observationHandler(new Failing());

    lock.acquire().close();
    lock.acquireAsync().get(5, TimeUnit.SECONDS).releaseAsync().get(5, TimeUnit.SECONDS);
    lock.lock();
    lock.unlock();

    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(bob.lock("sku:1").isLocked()).isFalse();
  }
}
