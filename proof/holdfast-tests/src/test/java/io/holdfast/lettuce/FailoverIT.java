package io.holdfast.lettuce;

import static io.holdfast.lettuce.Scripts.SETTINGS;
import static io.holdfast.lettuce.Scripts.count;
import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.ServerErrorException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.ServerDescription.Kind;
import io.holdfast.testkit.FaultNetwork;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailoverIT {

  private final Recorder recorder = new Recorder();

  private Gateway open(String uri) {
    return new LettuceGatewayProvider().forUri(uri).open(SETTINGS, recorder);
  }

  private static void eventuallyWorks(Gateway gateway) {
    within(Duration.ofSeconds(10))
        .eventually(() -> assertThat(count(gateway, "n").toCompletableFuture())
            .succeedsWithin(Duration.ofSeconds(2)));
  }

  private void eventuallyHears(RedisServer primary) {
    within(Duration.ofSeconds(10)).eventually(() -> {
      primary.command("PUBLISH", "c", "0");
      assertThat(recorder.messages).isNotEmpty();
    });
  }

  @Test
  void sentinels_leadToTheNewPrimary_whenTheOldOneStepsDownOrDies() {
    try (SentinelGroup group = SentinelGroup.start(2);
        Gateway gateway = open(group.uri())) {
      assertThat(gateway.server().kind()).isEqualTo(Kind.REPLICATED);
      gateway.subscribe("c");
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      assertThatThrownBy(() -> open(group.uri().replace("#", "#not-")).close())
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining("know no primary named 'not-" + group.primaryName() + "'")
          .hasMessageContaining("127.0.0.1:" + group.sentinels().get(0).port());

      RedisServer second = group.failover();
      eventuallyWorks(gateway);
      eventuallyHears(second);
      assertThat(second.connectionCount("gateway-test")).isEqualTo(2);

      recorder.messages.clear();
      RedisServer third = group.awaitPrimaryOtherThan(group.killPrimary());
      eventuallyWorks(gateway);
      eventuallyHears(third);
      assertThat(recorder.reconnects.get()).isGreaterThanOrEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSwitch_whileNoSentinelWasHeard_isFoundWhenOneIsHeardAgain(ProtocolVersion protocol) {
    RedisClient application = RedisClient.create();
    ClientOptions options = ClientOptions.builder().protocolVersion(protocol).build();
    try (SentinelGroup group = SentinelGroup.start(1);
        FaultNetwork network = FaultNetwork.to(
            Stream.concat(group.servers().stream(), group.sentinels().stream()).toList());
        Gateway gateway = LettuceGateways.open(
            ClientHandle.on(application.getResources(), options, SETTINGS),
            TargetParser.parse(network.uri(group.uri())),
            recorder)) {
      List<FaultProxy> toSentinels =
          group.sentinels().stream().map(network::proxy).toList();
      RedisServer old = group.primary();
      assertThat(old.connectionCount("gateway-test")).isEqualTo(1);
      toSentinels.forEach(FaultProxy::refuse);
      toSentinels.forEach(FaultProxy::cut);
      RedisServer next = group.failover();
      assertThat(next.connectionCount("gateway-test")).isZero();
      toSentinels.forEach(FaultProxy::accept);
      eventually(() -> assertThat(next.connectionCount("gateway-test")).isEqualTo(1));
      assertThat(gateway.server().kind()).isEqualTo(Kind.REPLICATED);
    } finally {
      application.shutdown();
    }
  }

  @Test
  void aSwitchBack_missedAfterASwitchThatWasHeard_isFoundWhenASentinelIsHeardAgain() {
    try (SentinelGroup group = SentinelGroup.start(1);
        FaultProxy sentinel = FaultProxy.to(group.sentinels().get(0));
        Gateway gateway =
            open("redis-sentinel://127.0.0.1:" + sentinel.port() + "#" + group.primaryName())) {
      RedisServer first = group.primary();
      eventually("the sentinel is heard", () -> sentinel.commandCount("SUBSCRIBE") == 1);
      RedisServer second = group.failover();
      eventually(() -> assertThat(second.connectionCount("gateway-test")).isEqualTo(1));
      within(Duration.ofSeconds(30)) // until then the sentinels find nobody to switch back to
          .eventually(
              "the first follows the second",
              () -> first.info("replication", "master_link_status").equals("up"));
      sentinel.refuse();
      sentinel.cut();
      group.failover();
      assertThat(first.connectionCount("gateway-test")).isZero();
      sentinel.accept();
      eventually(() -> assertThat(first.connectionCount("gateway-test")).isEqualTo(1));
      assertThat(second.info("replication", "role")).as("not told to go by it").isEqualTo("master");
      eventuallyWorks(gateway);
    }
  }

  @Test
  void aSwitch_whenNoSentinelAnsweredAtFirst_isFoundAllTheSame() {
    try (SentinelGroup group = SentinelGroup.start(1);
        FaultProxy sentinel = FaultProxy.to(group.sentinels().get(0))) {
      sentinel.failNext(FaultProxy.command("SENTINEL"), "ERR not now"); // the question before all
      sentinel.holdNext("SUBSCRIBE");
      try (Gateway gateway =
          open("redis-sentinel://127.0.0.1:" + sentinel.port() + "#" + group.primaryName())) {
        RedisServer old = group.primary();
        RedisServer next = group.failover();
        assertThat(next.connectionCount("gateway-test")).isZero();
        sentinel.releaseHeld();
        eventually(() -> assertThat(next.connectionCount("gateway-test")).isEqualTo(1));
        assertThat(old.info("replication", "role")).as("not told to go by it").isEqualTo("master");
        eventuallyWorks(gateway);
      }
    }
  }

  @Test
  void replicas_leadToTheNewPrimary_whenRolesChange() {
    try (RedisServer first = RedisServer.start();
        RedisServer second = RedisServer.builder().replicaOf(first).start();
        Gateway gateway =
            open("redis-replicas://127.0.0.1:" + second.port() + ",127.0.0.1:" + first.port())) {
      assertThat(gateway.server().kind()).isEqualTo(Kind.REPLICATED);
      gateway.subscribe("c");
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      assertThat(first.connectionCount("gateway-test")).isEqualTo(2);

      second.command("REPLICAOF", "NO", "ONE");
      first.command("REPLICAOF", "127.0.0.1", Integer.toString(second.port()));
      eventuallyWorks(gateway);
      eventuallyHears(second);
      assertThat(second.connectionCount("gateway-test")).isEqualTo(2);
      eventually(() -> assertThat(first.connectionCount("gateway-test")).isZero());
    }
  }
}
