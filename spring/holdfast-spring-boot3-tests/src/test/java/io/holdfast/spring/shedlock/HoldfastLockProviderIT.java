package io.holdfast.spring.shedlock;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LockEvent;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ShedLock's contract does not ask: times as seen on the server, loss, silence, interrupts. */
class HoldfastLockProviderIT {

  private RedisServer server;
  private Holdfast holdfast;
  private HoldfastLockProvider provider;

  @SuppressWarnings("NullAway.Init")
  HoldfastLockProviderIT() {}

  @BeforeEach
  void start() {
    server = RedisServer.start();
    holdfast = Holdfast.builder()
        .uri(server.uri())
        .commandTimeout(Duration.ofSeconds(1))
        .unavailableAfter(Duration.ofSeconds(2))
        .build();
    provider = new HoldfastLockProvider(holdfast, "shedlock:");
  }

  @AfterEach
  void stop() {
    server.resume();
    holdfast.close();
    server.close();
  }

  private static LockConfiguration task(Duration atMost, Duration atLeast) {
    return new LockConfiguration(ClockProvider.now(), "report", atMost, atLeast);
  }

  private Optional<SimpleLock> lock(Duration atMost, Duration atLeast) {
    return provider.lock(task(atMost, atLeast));
  }

  private long remainingMillis() {
    return (Long) Objects.requireNonNull(server.command("PTTL", "shedlock:report"));
  }

  @Test
  void lock_atMostFor_isTheLeaseOnTheServerAndNotRenewed() {
    SimpleLock lock = lock(Duration.ofSeconds(2), Duration.ZERO).orElseThrow();
    assertThat(remainingMillis()).isBetween(1L, 2_000L);
    eventually(() -> assertThat(server.keys()).isEmpty());
    lock.unlock(); // warns, does not throw
  }

  @Test
  void lock_overADay_isAllowed() {
    SimpleLock lock = lock(Duration.ofDays(2), Duration.ZERO).orElseThrow();
    assertThat(remainingMillis()).isGreaterThan(Duration.ofHours(47).toMillis());
    lock.unlock();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void unlock_beforeAtLeastFor_leavesTheRestAndNoMore() {
    SimpleLock lock = lock(Duration.ofMinutes(5), Duration.ofSeconds(2)).orElseThrow();
    lock.unlock();
    assertThat(remainingMillis()).isBetween(1L, 2_030L);
    assertThat(lock(Duration.ofMinutes(5), Duration.ZERO)).isEmpty();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void unlock_beforeAtLeastForOverADay_leavesTheRestAndNoMore() {
    SimpleLock lock = lock(Duration.ofDays(3), Duration.ofDays(2)).orElseThrow();
    lock.unlock();
    assertThat(remainingMillis())
        .isBetween(Duration.ofHours(47).toMillis(), Duration.ofDays(2).toMillis());
  }

  @Test
  void extend_shorter_isTheNewEnd() {
    SimpleLock lock = lock(Duration.ofMinutes(5), Duration.ZERO).orElseThrow();
    SimpleLock extended = lock.extend(Duration.ofSeconds(20), Duration.ZERO).orElseThrow();
    assertThat(remainingMillis()).isBetween(10_000L, 20_000L);
    extended.unlock();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void taken_byAnother_extendIsEmptyAndUnlockLeavesItAlone() {
    SimpleLock lock = lock(Duration.ofMinutes(5), Duration.ZERO).orElseThrow();
    try (Holdfast bobs = Holdfast.connect(server.uri())) {
      bobs.lock("shedlock:report").forceRelease();
      SimpleLock next = new HoldfastLockProvider(bobs, "shedlock:")
          .lock(task(Duration.ofMinutes(5), Duration.ZERO))
          .orElseThrow();
      assertThat(lock.extend(Duration.ofMinutes(5), Duration.ZERO)).isEmpty();
      assertThat(server.keys()).containsExactly("shedlock:report");
      next.unlock();
      assertThat(server.keys()).isEmpty();
    }
  }

  @Test
  void taken_unlock_doesNotHideWhatTheTaskThrew() {
    SimpleLock lock = lock(Duration.ofMinutes(5), Duration.ZERO).orElseThrow();
    server.command("DEL", "shedlock:report");
    lock.unlock();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void server_silent_isNotRefused() {
    server.pause();
    assertThatThrownBy(() -> lock(Duration.ofMinutes(5), Duration.ZERO))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("shedlock:report");
  }

  @Test
  void server_silentAtUnlock_theLeaseEndsByItself() {
    SimpleLock lock = lock(Duration.ofMillis(1_500), Duration.ofMillis(1_000)).orElseThrow();
    server.pause();
    lock.unlock();
    server.resume();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void extend_serverSilent_isALockException_andTheLockGoesOn() {
    SimpleLock lock = lock(Duration.ofMinutes(5), Duration.ZERO).orElseThrow();
    server.pause();
    assertThatThrownBy(() -> lock.extend(Duration.ofMinutes(6), Duration.ZERO))
        .isInstanceOf(LockException.class)
        .hasMessageContaining("report")
        .hasCauseInstanceOf(LockUnavailableException.class);
    server.resume();
    lock.unlock();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  /** Whether it is told at once or too late how long to keep it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void unlock_beforeAtLeastFor_leavesNoLossToListeners(boolean isServerSilent) {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    try (Holdfast patient = Holdfast.builder()
        .uri(server.uri())
        .commandTimeout(Duration.ofSeconds(5))
        .listener(events::add)
        .build()) {
      HoldfastLockProvider patiently = new HoldfastLockProvider(patient, "shedlock:");
      SimpleLock lock =
          patiently.lock(task(Duration.ofSeconds(20), Duration.ofSeconds(2))).orElseThrow();
      if (isServerSilent) {
        server.pause();
      }
      lock.unlock();
      server.resume();
      eventually(() -> assertThat(server.keys()).isEmpty());
      patiently.lock(task(Duration.ofMinutes(5), Duration.ZERO)).orElseThrow().unlock();
      eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.Released.class));
      assertThat(events).as("told in order").noneMatch(LockEvent.Lost.class::isInstance);
    }
  }

  @Test
  void unlock_onTheOnlyThreadOfTheClientsExecutor_returns() throws Exception {
    ExecutorService one = Executors.newSingleThreadExecutor();
    try (Holdfast client = Holdfast.builder().uri(server.uri()).executor(one).build()) {
      HoldfastLockProvider theirs = new HoldfastLockProvider(client, "shedlock:");
      LockConfiguration task = task(Duration.ofMinutes(5), Duration.ofMinutes(2));
      one.submit(() -> theirs.lock(task).orElseThrow().unlock()).get(20, TimeUnit.SECONDS);
      assertThat(remainingMillis())
          .isBetween(Duration.ofMinutes(1).toMillis(), Duration.ofMinutes(2).toMillis());
    } finally {
      one.shutdownNow();
    }
  }

  @Test
  void thread_interrupted_takesNothingAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> lock(Duration.ofMinutes(5), Duration.ZERO))
        .isInstanceOf(LockException.class)
        .hasMessageContaining("shedlock:report");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(server.keys()).isEmpty();
  }
}
