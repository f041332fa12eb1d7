package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.NoReplyException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found out at connect, and which names a client takes. */
class ConnectTest {

  @Test
  void probe_missingRight_isNamed() {
    assertThatThrownBy(() -> Scene.plan()
            .probe(List.of("HSET", "NOPERM this user has no permissions to run the 'hset' command"))
            .open())
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("HSET")
        .hasMessageContaining("docs/operations.md");
  }

  @Test
  void probe_rightsLimitedByName_areFine() {
    Scene scene = Scene.plan()
        .probe(
            List.of("HGET", "NOPERM this user has no permissions to access one of the keys used"))
        .open();
    assertThat(scene.held("a").isHeld()).isTrue();
  }

  @Test
  void probe_readOnlyReplica_isSaid() {
    assertThatThrownBy(() -> Scene.plan()
            .probe(List.of("PEXPIRE", "READONLY You can't write against a read only replica."))
            .open())
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("read-only replica");
  }

  @Test
  void probe_notConnected_isUnavailableAtOnce() {
    assertThatThrownBy(() ->
            Scene.plan().probe(new NoReplyException("no route", false, null)).open())
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("no route");
  }

  @Test
  void probe_slowOrLoadingServer_isAskedAgain() {
    Scene scene = Scene.plan()
        .probe(
            new NoReplyException("timeout", true, null),
            new ErrorReplyException("LOADING Redis is loading the dataset in memory"),
            List.of())
        .open();
    assertThat(scene.gateway.log()).containsExactly("close", "close");
    assertThat(scene.timers.isClosed()).isFalse();
    assertThat(scene.held("a").isHeld()).isTrue();
  }

  @Test
  void probe_interruptedWhileAskingAgain_doesNotSpin() throws Exception {
    Object[] replies = new Object[8];
    java.util.Arrays.fill(replies, new NoReplyException("timeout", true, null));
    replies[7] = List.of();
    java.util.concurrent.atomic.AtomicReference<Duration> took =
        new java.util.concurrent.atomic.AtomicReference<>(Duration.ZERO);
    Thread thread = new Thread(() -> {
      Thread.currentThread().interrupt();
      long start = System.nanoTime();
      try {
        Scene.plan().probe(replies).open();
        took.set(Duration.ofNanos(System.nanoTime() - start));
      } catch (RuntimeException e) {
        took.set(Duration.ofDays(1)); // giving up at once is as good
      }
    });
    thread.start();
    Scene.join(thread);
    assertThat(took.get()).as("seven more tries").isGreaterThan(Duration.ofMillis(300));
  }

  @Test
  void probe_noScripting_isSaid() {
    assertThatThrownBy(() -> Scene.plan()
            .probe(new ErrorReplyException("NOPERM this user has no permissions to run 'eval'"))
            .open())
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("EVAL");
  }

  @Test
  void lock_badNames_areRefused() {
    Scene scene = Scene.open();
    assertThatIllegalArgumentException().isThrownBy(() -> scene.lock(" "));
    assertThatIllegalArgumentException().isThrownBy(() -> scene.lock("x".repeat(513)));
    scene.expectNothingLeft();
  }

  @Test
  void lock_braces_areRefusedOnlyInACluster() {
    Scene cluster = Scene.plan().cluster(String::length).open();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cluster.lock("a}b"))
        .withMessageContaining("'a}b'")
        .withMessageContaining("another slot");
    assertThat(Scene.open().lock("a}b").name()).isEqualTo("a}b");
  }
}
