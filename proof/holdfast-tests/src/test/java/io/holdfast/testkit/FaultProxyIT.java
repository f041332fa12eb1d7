package io.holdfast.testkit;

import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.FaultProxy.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyIT {

  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration SHORT = Duration.ofMillis(150);

  private static RedisServer server;
  private FaultProxy proxy;
  private RespClient client;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void connect() {
    server.command("FLUSHALL");
    proxy = FaultProxy.to(server);
    client = RespClient.connect(proxy.port());
    assertThat(client.command("PING")).isEqualTo("PONG");
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
    eventually(() -> assertThat(proxy.connectionCount()).isZero());
  }

  private void assertSilent() {
    assertSilent(client);
  }

  private static void assertSilent(RespClient silent) {
    silent.patience(SHORT);
    assertThatThrownBy(silent::read).hasCauseInstanceOf(SocketTimeoutException.class);
    silent.patience(SOON);
  }

  private void assertGone() {
    assertThatThrownBy(() -> client.command("PING"))
        .isInstanceOf(UncheckedIOException.class)
        .cause()
        .isNotInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void delay_ofPipelinedReplies_keepsOrderAndDoesNotAddUp() {
    try (RespClient patient = RespClient.connect(proxy.port())) {
      proxy.delay(Duration.ofMillis(200));
      long start = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        patient.send("ECHO", "n" + i);
      }
      for (int i = 0; i < 20; i++) {
        assertThat(patient.read()).isEqualTo("n" + i);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(took).isBetween(Duration.ofMillis(200), Duration.ofSeconds(2));
    }
  }

  @Test
  void cut_withOpenConnection_resetsIt() {
    proxy.cut();
    assertGone();
  }

  @Test
  void refuse_thenAccept_affectsNewConnectionsOnly() {
    proxy.refuse();
    assertThatThrownBy(() -> RespClient.connect(proxy.port()))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(client.command("PING")).isEqualTo("PONG");
    proxy.accept();
    try (RespClient another = RespClient.connect(proxy.port())) {
      assertThat(another.command("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void dropNextReply_thenCut_executesOnceAndResets() {
    proxy.dropNextReplyTo("INCR");
    client.send("INCR", "n");
    proxy.awaitDropped(SOON);
    assertThat(server.command("GET", "n")).isEqualTo("1");
    assertGone();
    try (RespClient another = RespClient.connect(proxy.port())) {
      assertThat(another.command("INCR", "n")).isEqualTo(2L);
    }
  }

  @Test
  void dropReply_thenSilent_letsEarlierRepliesPassAndNothingAfter() {
    proxy.dropNextReplyTo(command("SET", "sku:42"), AfterDrop.SILENT);
    client.send("SET", "sku:41", "a");
    client.send("SET", "sku:42", "b");
    client.send("PING");
    assertThat(client.read()).isEqualTo("OK");
    proxy.awaitDropped(SOON);
    assertSilent();
    assertThat(server.keys()).containsExactlyInAnyOrder("sku:41", "sku:42");
    proxy.heal();
    assertGone();
  }

  @Test
  void dropReply_thenHangUp_executesOnceAndEndsTheStream() {
    proxy.dropNextReplyTo(command("INCR"), AfterDrop.HANG_UP);
    client.send("INCR", "n");
    proxy.awaitDropped(SOON);
    assertThatThrownBy(client::read).hasCauseInstanceOf(EOFException.class);
    assertThat(server.command("GET", "n")).isEqualTo("1");
  }

  @Test
  void hangUp_withOpenConnection_endsTheStream() {
    proxy.hangUp();
    assertThatThrownBy(client::read).hasCauseInstanceOf(EOFException.class);
  }

  @Test
  void awaitDropped_withNothingDropped_failsAndSaysWhatWasSeen() {
    assertThatThrownBy(() -> proxy.awaitDropped(SHORT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("PING=1");
  }

  @Test
  void halfOpen_untilHealed_swallowsBothDirections() {
    proxy.halfOpen();
    client.send("SET", "k", "v");
    assertSilent();
    assertThat(server.keys()).isEmpty();
    try (RespClient another = RespClient.connect(proxy.port())) {
      another.send("PING");
      assertSilent(another);
    }
    proxy.heal();
    assertGone();
    try (RespClient another = RespClient.connect(proxy.port())) {
      assertThat(another.command("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void stall_untilHealed_delaysBothDirections() {
    proxy.stall();
    client.send("SET", "k", "v");
    assertSilent();
    assertThat(server.keys()).isEmpty();
    proxy.heal();
    assertThat(client.read()).isEqualTo("OK");
  }

  @Test
  void pubSubControls_withBothKindsOfConnection_spareTheOthers() {
    try (RespClient subscriber = RespClient.connect(proxy.port());
        RespClient another = RespClient.connect(proxy.port())) {
      subscriber.command("SUBSCRIBE", "news");
      another.command("SUBSCRIBE", "news");
      server.command("PUBLISH", "news", "1");
      assertThat(subscriber.read()).isEqualTo(List.of("message", "news", "1"));
      assertThat(another.read()).isEqualTo(List.of("message", "news", "1"));

      proxy.halfOpenPubSub();
      server.command("PUBLISH", "news", "2");
      assertSilent(subscriber);
      assertThat(client.command("PING")).isEqualTo("PONG");

      proxy.cutPubSub();
      assertThatThrownBy(another::read).cause().isNotInstanceOf(SocketTimeoutException.class);
      assertThat(client.command("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void hold_untilReleased_keepsTheCommandFromTheServer() {
    proxy.holdNext("SET");
    client.send("SET", "k", "v");
    proxy.awaitHeld(SOON);
    assertThat(server.keys()).isEmpty();
    proxy.releaseHeld();
    assertThat(client.read()).isEqualTo("OK");
  }

  @Test
  void hold_withSenderGone_isDeliveredLate() {
    proxy.holdNext(command("SET", "late"));
    client.send("SET", "late", "v");
    proxy.awaitHeld(SOON);
    proxy.cut();
    assertGone();
    proxy.releaseHeld();
    eventually(() -> assertThat(server.keys()).containsExactly("late"));
  }

  @Test
  void dropReply_onResp3WithPushFrames_pairsTheRightReply() {
    try (RespClient raw = RespClient.connect(proxy.port());
        RespClient publisher = server.connect()) {
      raw.send("HELLO", "3");
      raw.send("SUBSCRIBE", "a", "b");
      eventually(() -> assertThat(server.channels()).hasSize(2));
      publisher.command("PUBLISH", "a", "m");
      proxy.dropNextReplyTo(command("SET"), AfterDrop.CUT);
      raw.send("PING");
      raw.send("SET", "k", "v");
      proxy.awaitDropped(SOON);
      assertThat(server.keys()).containsExactly("k");
      assertThat(proxy.commandCount("subscribe")).isEqualTo(1);
      proxy.resetCounts();
      assertThat(proxy.commandCount("subscribe")).isZero();
    }
  }

  @Test
  void dropReply_toSubscribe_swallowsTheAcknowledgement() {
    proxy.dropNextReplyTo(command("SUBSCRIBE", "news"), AfterDrop.SILENT);
    client.send("SUBSCRIBE", "news");
    proxy.awaitDropped(SOON);
    assertThat(server.channels()).containsExactly("news");
    assertSilent();
  }
}
