package io.holdfast.tests.cost;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands on the wire for one caller at a time. */
class CommandsIT extends CostFixture {

  @Test
  void uncontendedPair_isTwoCommands() throws Exception {
    for (int i = 0; i < 50; i++) {
      alices.lock();
      alices.unlock();
      alice.lock("lease:" + i).acquire().close();
    }
    assertThat(traffic.names()).isEqualTo(Collections.nCopies(200, "EVALSHA"));
    assertThat(server.commandCalls("evalsha")).isEqualTo(200);
    assertThat(server.commandCalls("eval")).isZero();
    assertThat(server.commandCalls("subscribe")).isZero();
  }

  @Test
  void reentry_isNoCommand() {
    alices.lock();
    traffic.clear();
    for (int i = 0; i < 1_000; i++) {
      alice.lock(name).lock();
      assertThat(alices.tryLock()).isTrue();
    }
    assertThat(alices.holdCount()).isEqualTo(2_001);
    for (int i = 0; i < 2_000; i++) {
      alices.unlock();
    }
    assertThat(traffic.commands()).isEmpty();
    alices.unlock();
    assertThat(traffic.names()).containsExactly("EVALSHA");
  }

  @Test
  void questionsAboutOwnLease_areNoCommand() throws Exception {
    try (Lease lease = alices.acquire()) {
      traffic.clear();
      lease.ensureHeld();
      assertThat(lease.isHeld()).isTrue();
      assertThat(lease.remaining()).isPositive();
      assertThat(alices.isHeldByCurrentThread()).isFalse();
      assertThat(alices.tryAcquire()).as("somebody here has it: no need to ask").isEmpty();
      assertThat(traffic.commands()).isEmpty();
      assertThat(alices.isLocked()).isTrue();
      assertThat(traffic.names()).containsExactly("EVALSHA");
    }
  }

  @Test
  void refusedTryLock_isOneCommand() throws Exception {
    try (Lease held = bobs.acquire(ENDLESS)) {
      assertThat(alices.tryLock()).isFalse();
      assertThat(traffic.names()).containsExactly("EVALSHA");
    }
    assertThat(server.channels()).isEmpty();
  }

  @Test
  void waiting_isTwoAttemptsAndOneSubscription_thenOneAttemptPerMessage() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    var waiting = alices.acquireAsync(ENDLESS);
    List<String> asleep = List.of("EVALSHA", "SUBSCRIBE", "EVALSHA");
    eventually(() -> assertThat(traffic.names()).isEqualTo(asleep));
    held.close();
    Lease lease = await(waiting);
    assertThat(traffic.names()).isEqualTo(List.of("EVALSHA", "SUBSCRIBE", "EVALSHA", "EVALSHA"));
    lease.close();
    assertThat(traffic.names()).hasSize(5);
  }
}
