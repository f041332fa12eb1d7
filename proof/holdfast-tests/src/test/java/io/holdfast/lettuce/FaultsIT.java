package io.holdfast.lettuce;

import static io.holdfast.lettuce.Scripts.SETTINGS;
import static io.holdfast.lettuce.Scripts.count;
import static io.holdfast.lettuce.Scripts.failure;
import static io.holdfast.lettuce.Scripts.get;
import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptReply;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultsIT {

  private RedisServer server;
  private FaultProxy proxy;
  private final Recorder recorder = new Recorder();

  @BeforeEach
  void start() {
    server = RedisServer.start();
    proxy = FaultProxy.to(server);
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.close();
  }

  private Gateway open() {
    return open(Duration.ofMillis(1500));
  }

  private Gateway open(Duration timeout) {
    return new LettuceGatewayProvider()
        .forUri(proxy.uri())
        .open(Scripts.settings(timeout), recorder);
  }

  @Test
  void aLostReply_isNoReply_andTheCallIsNotSentAgain() {
    try (Gateway gateway = open()) {
      proxy.dropNextReplyTo("EVAL");
      Throwable failure = failure(count(gateway, "n"));
      assertThat(failure)
          .isInstanceOfSatisfying(
              NoReplyException.class, e -> assertThat(e.wasSent()).isTrue());
      eventually(() -> assertThat(recorder.reconnects).hasValue(1));
      ScriptReply next = get(count(gateway, "n"));
      assertThat(next.value()).isEqualTo(2L);
      assertThat(next.repeated()).isFalse();
      assertThat(proxy.commandCount("EVAL")).isEqualTo(2);
    }
  }

  @Test
  void manyCallsInFlight_whenTheConnectionIsCut_areCarriedOutAtMostOnce() {
    try (Gateway gateway = open()) {
      proxy.delay(Duration.ofMillis(300));
      for (int i = 0; i < 50; i++) {
        CompletionStage<ScriptReply> unused = count(gateway, "n" + i);
      }
      proxy.cut();
      proxy.heal();
      eventually(() -> assertThat(recorder.reconnects).hasValue(1));
      for (int i = 0; i < 50; i++) {
        assertThat((Long) get(count(gateway, "n" + i)).value()).isLessThanOrEqualTo(2L);
      }
    }
  }

  @Test
  void aServerThatBecameReadOnly_answersAllThatWasInFlight_beforeItIsLeft() {
    try (Gateway gateway = open()) {
      proxy.holdNext("EVAL");
      List<CompletionStage<ScriptReply>> inFlight =
          Stream.of("a", "b", "c").map(key -> count(gateway, key)).toList();
      proxy.awaitHeld(Duration.ofSeconds(1));
      server.command("REPLICAOF", "127.0.0.1", "1");
      proxy.releaseHeld();
      for (CompletionStage<ScriptReply> call : inFlight) {
        assertThat(failure(call))
            .isInstanceOf(ErrorReplyException.class)
            .hasMessageStartingWith("READONLY");
      }
      server.command("REPLICAOF", "NO", "ONE");
      eventually(() -> assertThat(recorder.reconnects).hasValue(1));
      assertThat(get(count(gateway, "a")).value()).isEqualTo(1L);
    }
  }

  @Test
  void aCallWhileDisconnected_isSurelyNotSent() {
    try (Gateway gateway = open()) {
      proxy.refuse();
      proxy.cut();
      eventually(() -> assertThat(failure(count(gateway, "n")))
          .isInstanceOfSatisfying(
              NoReplyException.class, e -> assertThat(e.wasSent()).isFalse()));
      proxy.accept();
      eventually(() -> assertThat(recorder.reconnects).hasValue(1));
      assertThat(get(count(gateway, "n")).value()).isIn(1L, 2L);
    }
  }

  @Test
  void aSlowReply_isNoReplyWithinTheTimeout_andTheLateReplyIsIgnored() {
    try (Gateway gateway = open(Duration.ofMillis(200))) {
      proxy.delay(Duration.ofMillis(500));
      long before = System.nanoTime();
      assertThat(failure(count(gateway, "n"))).isInstanceOf(NoReplyException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isBetween(Duration.ofMillis(190), Duration.ofMillis(400));
      proxy.heal();
      eventually(() -> assertThat(count(gateway, "m").toCompletableFuture())
          .succeedsWithin(Duration.ofSeconds(1)));
      assertThat(server.command("GET", "n")).isEqualTo("1");
      assertThat(recorder.reconnects).hasValue(0);
    }
  }

  @Test
  void aHalfOpenConnection_isReplacedAfterATimeout() {
    try (Gateway gateway = open(Duration.ofSeconds(1))) {
      proxy.dropNextReplyTo(FaultProxy.command("EVAL"), FaultProxy.AfterDrop.SILENT);
      assertThat(failure(count(gateway, "n"))).isInstanceOf(NoReplyException.class);
      eventually(() -> assertThat(recorder.reconnects).hasValue(1));
      assertThat(get(count(gateway, "n")).value()).isEqualTo(2L);
    }
  }

  @Test
  void aHalfOpenPubSubConnection_isFoundByItsPing() {
    try (Gateway gateway = open()) {
      gateway.subscribe("c");
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      proxy.halfOpenPubSub();
      within(Duration.ofSeconds(8))
          .eventually(() -> assertThat(recorder.subscribed).hasSize(2));
      server.command("PUBLISH", "c", "0");
      eventually(() -> assertThat(recorder.messages).hasSize(1));
      assertThat(recorder.reconnects).hasValue(0);
    }
  }

  @Test
  void aKilledPubSubConnection_comesBackAlone() {
    try (Gateway gateway = open()) {
      gateway.subscribe("a");
      gateway.subscribe("b");
      eventually(() -> assertThat(recorder.subscribed).hasSize(2));
      assertThat(server.killPubSubConnections()).isEqualTo(1);
      eventually(() -> {
        assertThat(recorder.acknowledgements("a")).isEqualTo(2);
        assertThat(recorder.acknowledgements("b")).isEqualTo(2);
      });
      assertThat(recorder.reconnects).hasValue(0);
    }
  }

  @Test
  void aRestartedServer_isFoundAgain() {
    try (Gateway gateway = open()) {
      gateway.subscribe("c");
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      server.restart();
      eventually(() -> {
        assertThat(recorder.reconnects).hasValue(1);
        assertThat(recorder.subscribed).hasSize(2);
      });
      assertThat(get(count(gateway, "n")).value()).isEqualTo(1L);
    }
  }

  @Test
  void aPausedServer_isReachedAgainAfterwards() {
    try (Gateway gateway = open(Duration.ofSeconds(1))) {
      server.pause();
      assertThat(failure(count(gateway, "n"))).isInstanceOf(NoReplyException.class);
      server.resume();
      within(Duration.ofSeconds(6))
          .eventually(() -> assertThat(recorder.reconnects).hasPositiveValue());
      assertThat(get(count(gateway, "n")).value()).isIn(1L, 2L);
    }
  }

  @Test
  void close_whileTheServerIsSilent_isBounded() {
    Gateway gateway = open();
    gateway.subscribe("c");
    eventually(() -> assertThat(recorder.subscribed).hasSize(1));
    CompletionStage<ScriptReply> inFlight;
    server.pause();
    try {
      inFlight = count(gateway, "n");
      long before = System.nanoTime();
      gateway.close();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(3));
    } finally {
      server.resume();
    }
    assertThat(failure(inFlight)).isInstanceOf(NoReplyException.class);
    assertThat(failure(count(gateway, "n"))).isInstanceOf(NoReplyException.class);
    assertThat(SETTINGS.clientName()).isEqualTo("gateway-test");
  }
}
