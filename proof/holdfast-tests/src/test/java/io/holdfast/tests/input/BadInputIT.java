package io.holdfast.tests.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.LeakCheck;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, durations and settings: each message names the value and the way out; nothing is sent. */
class BadInputIT {

  private static RedisServer server;
  private Holdfast alice;
  private LeakCheck leaks;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    leaks = LeakCheck.start();
    alice = Holdfast.builder().uri(server.uri()).clientName("alice").build();
    server.resetStats();
  }

  @AfterEach
  void nothingWasSentAndNothingIsLeft() {
    assertThat(server.keys()).isEmpty();
    alice.close();
    leaks.assertNoThreads("holdfast-timer", "holdfast-callback", "lettuce");
  }

  // ---- names

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void blankName(String blank) {
    assertRefused(() -> alice.lock(blank))
        .hasMessage("lock name '" + blank + "' is blank: expected a text such as 'order:42'");
  }

  @Test
  void nullName() {
    assertRefused(() -> alice.lock(nothing()))
        .hasMessage("lock name is null: expected a text such as 'order:42'");
  }

  @Test
  void overlongName() {
    assertRefused(() -> alice.lock("x".repeat(513)))
        .hasMessageContaining("'" + "x".repeat(40) + "…'")
        .hasMessageContaining("513 bytes")
        .hasMessageContaining("at most 512");
    assertRefused(() -> alice.lock("锁".repeat(171)))
        .hasMessageContaining("513 bytes")
        .hasMessageContaining("at most 512");
    assertRefused(() -> alice.lock("x".repeat(39) + "😀".repeat(200)))
        .hasMessageContaining("839 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a}b", "{}x", "a{", "{a}b", "}{", "{", "{}"})
  void braces_onOneServer_areAllowed(String name) throws Exception {
    DistributedLock lock = alice.lock(name);
    try (Lease lease = lock.acquire()) {
      assertThat(server.keys()).containsExactly(name);
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void braces_inACluster_areRefusedWhereKeyAndChannelPart() throws Exception {
    try (ClusterGroup group = ClusterGroup.start();
        Holdfast carol = Holdfast.connect(group.uri())) {
      for (String bad : new String[] {"a}b", "{}x", "a{"}) {
        assertRefused(() -> carol.lock(bad))
            .hasMessageContaining("lock name '" + bad + "' is not possible in a cluster")
            .hasMessageContaining("channel 'redisson_lock__channel:")
            .hasMessageContaining("use a full hash tag such as '{order}:42', or no braces");
      }
      for (String good : new String[] {"{order}:42", "order:42", "x{order}y"}) {
        try (Lease lease = carol.lock(good).acquire()) {
          assertThat(group.nodeFor(good).keys()).containsExactly(good);
          assertThat(lease.isHeld()).isTrue();
        }
      }
      assertThat(group.nodes()).allMatch(node -> node.keys().isEmpty());
    }
  }

  // ---- durations

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 9})
  void leaseTime_tooShort(long millis) {
    Duration bad = Duration.ofMillis(millis);
    DistributedLock lock = alice.lock("sku:42");
    String message = "lease time " + bad + " is too short: expected at least 10 ms";
    assertRefused(() -> LeaseOptions.fixed(bad)).hasMessage(message);
    assertRefused(() -> LeaseOptions.fixedForLong(bad)).hasMessage(message);
    assertRefused(() -> LeaseOptions.renewed(bad)).hasMessage(message);
    assertRefused(() -> lock.lock(bad)).hasMessage(message);
    assertRefused(() -> lock.tryLock(Duration.ofSeconds(1), bad)).hasMessage(message);
    assertRefused(() -> Holdfast.builder().leaseTime(bad)).hasMessage(message);
  }

  @Test
  void leaseTime_overADay_mustBeSaid() throws Exception {
    Duration bad = Duration.ofHours(24).plusMillis(1);
    DistributedLock lock = alice.lock("sku:42");
    for (ThrowingCallable call : new ThrowingCallable[] {
      () -> LeaseOptions.fixed(bad),
      () -> LeaseOptions.renewed(bad),
      () -> lock.lock(bad),
      () -> lock.tryLock(Duration.ofSeconds(1), bad),
      () -> Holdfast.builder().leaseTime(bad)
    }) {
      assertRefused(call)
          .hasMessageContaining("lease time " + bad + " is over 24 hours")
          .hasMessageContaining("LeaseOptions.fixedForLong");
    }
    assertRefused(() -> LeaseOptions.fixedForLong(Duration.ofDays(3651)))
        .hasMessageContaining("is over ten years");
    try (Lease lease = lock.acquire(LeaseOptions.fixedForLong(bad))) {
      assertThat(lease.remaining()).isGreaterThan(Duration.ofHours(23));
    }
  }

  @Test
  void leaseTime_tooShortToBeRenewed() {
    DistributedLock lock = alice.lock("sku:42");
    assertRefused(() -> lock.acquire(LeaseOptions.renewed(Duration.ofSeconds(6))))
        .hasMessageContaining("lease time PT6S is too short to be renewed")
        .hasMessageContaining("command timeout of PT2S")
        .hasMessageContaining("HoldfastBuilder.commandTimeout, or use LeaseOptions.fixed");
  }

  @Test
  void renew_withABadLeaseTime_leavesTheLease() throws Exception {
    try (Lease lease = alice.lock("sku:42").acquire()) {
      assertRefused(() -> lease.renew(Duration.ofMillis(9)))
          .hasMessageContaining("PT0.009S")
          .hasMessageContaining("at least 10 ms");
      assertRefused(() -> lease.renew(Duration.ofHours(25))).hasMessageContaining("PT25H");
      assertThat(lease.isHeld()).isTrue();
    }
  }

  /** As with {@code ReentrantLock}: no time to wait means now or not at all. */
  @Test
  void waitTime_ofZeroOrLess_isNow() throws Exception {
    DistributedLock lock = alice.lock("sku:42");
    for (Duration none :
        new Duration[] {Duration.ZERO, Duration.ofDays(-1), Duration.ofSeconds(Long.MIN_VALUE)}) {
      lock.tryAcquire(none).orElseThrow().close();
      lock.tryAcquireAsync(none).get(10, TimeUnit.SECONDS).orElseThrow().close();
    }
    assertThat(lock.tryLock(Long.MIN_VALUE, TimeUnit.DAYS)).isTrue();
    lock.unlock();
  }

  @Test
  void waitTime_howeverLong_isAllowed() throws Exception {
    DistributedLock lock = alice.lock("sku:42");
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
    lock.tryAcquire(endless).orElseThrow().close();
    lock.tryAcquireAsync(endless).get(10, TimeUnit.SECONDS).orElseThrow().close();
    assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
    lock.unlock();
  }

  @Test
  void settings() {
    HoldfastBuilder builder = Holdfast.builder();
    for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1)}) {
      assertRefused(() -> builder.commandTimeout(bad))
          .hasMessage("command timeout " + bad + " is not allowed: expected a positive duration");
      assertRefused(() -> builder.unavailableAfter(bad))
          .hasMessage("unavailableAfter " + bad + " is not allowed: expected a positive duration");
    }
    assertRefused(() -> builder.handOverBudget(1024, Duration.ZERO))
        .hasMessage("hand-over budget 1024 is not allowed: expected 0 to 1023");
    assertRefused(() -> builder.handOverBudget(1, Duration.ofMillis(-1)))
        .hasMessageContaining("PT-0.001S");
    for (String bad : new String[] {"", " ", "a b", "käse", "a\nb"}) {
      assertRefused(() -> builder.clientName(bad))
          .hasMessageContaining("client name '" + bad + "'")
          .hasMessageContaining("printable ASCII");
    }
    assertRefused(() -> Holdfast.builder()
            .uri(server.uri())
            .commandTimeout(Duration.ofSeconds(10))
            .build())
        .hasMessageContaining("command timeout PT10S is too long for a lease time of PT30S")
        .hasMessageContaining("under a third");
    assertRefused(() -> Holdfast.builder().build())
        .hasMessage("no server named: call uri(…) or gateway(…) first");
  }

  /** The null that NullAway would not let us pass. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      ThrowingCallable call) {
    return assertThatThrownBy(call).isExactlyInstanceOf(IllegalArgumentException.class);
  }
}
