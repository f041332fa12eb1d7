package io.holdfast.lettuce;

import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.FaultProxy.command;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Gateway;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server refuses what a link for channels asks for. */
class SubscriptionFaultIT {

  private static final String BUSY = "BUSY Redis is busy running a script.";
  private static final String FORBIDDEN = "NOPERM this user has no permissions";

  private RedisServer server;
  private FaultProxy proxy;
  private Gateway gateway;
  private final Recorder recorder = new Recorder();

  @SuppressWarnings("NullAway.Init")
  SubscriptionFaultIT() {}

  @BeforeEach
  void start() {
    server = RedisServer.start();
    proxy = FaultProxy.to(server);
    gateway = new LettuceGatewayProvider().forUri(proxy.uri()).open(Scripts.SETTINGS, recorder);
    gateway.subscribe("a");
    gateway.subscribe("b");
    eventually(() -> assertThat(recorder.heard).containsExactlyInAnyOrder("a", "b"));
  }

  @AfterEach
  void stop() {
    gateway.close();
    proxy.close();
    server.close();
  }

  @Test
  void subscription_refusedAfterAReconnect_isAskedForUntilItIsAcknowledged() {
    proxy.fail(command("SUBSCRIBE"), BUSY);
    proxy.resetCounts();
    proxy.cutPubSub();
    eventually(() -> assertThat(proxy.commandCount("SUBSCRIBE")).isGreaterThan(4));
    assertThat(recorder.heard).as("told that nothing is heard").isEmpty();
    proxy.heal();
    eventually(() -> assertThat(recorder.heard).containsExactlyInAnyOrder("a", "b"));
    assertThat(server.channels()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void subscription_ofWhichOneNameIsForbidden_isHeardButForThatOne() {
    proxy.fail(command("SUBSCRIBE", "b"), FORBIDDEN);
    proxy.cutPubSub();
    eventually(() -> {
      assertThat(recorder.acknowledgements("a")).isEqualTo(2);
      assertThat(recorder.heard).containsExactly("a");
    });
    assertThat(server.channels()).containsExactly("a");
  }

  @Test
  void unsubscription_refused_isAskedForUntilItIsAcknowledged() {
    proxy.fail(command("UNSUBSCRIBE"), BUSY);
    gateway.unsubscribe("b");
    eventually(() -> assertThat(proxy.commandCount("UNSUBSCRIBE")).isGreaterThan(1));
    proxy.heal();
    eventually(() -> assertThat(server.channels()).containsExactly("a"));
  }

  @Test
  void unsubscription_refusedAndTakenBack_isAcknowledgedAtOnce() {
    proxy.fail(command("UNSUBSCRIBE"), FORBIDDEN);
    gateway.unsubscribe("b");
    eventually(() -> assertThat(proxy.commandCount("UNSUBSCRIBE")).isPositive());
    gateway.subscribe("b");
    eventually(() -> assertThat(recorder.acknowledgements("b")).isEqualTo(2));
    server.command("PUBLISH", "b", "0");
    eventually(() -> assertThat(recorder.messages("b")).isEqualTo(1));
  }
}
