package io.holdfast.lettuce;

import static io.holdfast.lettuce.Scripts.count;
import static io.holdfast.lettuce.Scripts.get;
import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.ServerErrorException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.GatewaySettings.PubSub;
import io.holdfast.spi.ServerDescription.Kind;
import io.holdfast.testkit.Capability;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.FaultNetwork;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SlotMove;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterGatewayIT {

  private static final Duration LONG = Duration.ofSeconds(15);
  private static ClusterGroup cluster;
  private final Recorder recorder = new Recorder();

  @BeforeAll
  static void start() {
    cluster = ClusterGroup.start(1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private Gateway open(PubSub pubSub) {
    assumeTrue(pubSub != PubSub.SHARDED || isSharded(), "needs sharded channels");
    return new LettuceGatewayProvider()
        .forUri(cluster.uri())
        .open(new GatewaySettings("gateway-test", Duration.ofMillis(1500), pubSub), recorder);
  }

  private static boolean isSharded() {
    return cluster.nodes().stream()
        .filter(RedisServer::isAlive)
        .findFirst()
        .orElseThrow()
        .has(Capability.SHARDED_PUBSUB);
  }

  private static void publish(Gateway gateway, String channel) {
    cluster
        .nodeFor(channel)
        .command(gateway.server().sharded() ? "SPUBLISH" : "PUBLISH", channel, "0");
  }

  @Test
  void calls_goToTheNodeOfTheirKey() {
    try (Gateway gateway = open(PubSub.AUTO)) {
      assertThat(gateway.server().kind()).isEqualTo(Kind.CLUSTER);
      assertThat(gateway.server().version()).matches("(redis|valkey) \\d.*");
      assertThat(gateway.server().sharded()).isEqualTo(isSharded());
      for (int i = 0; i < 30; i++) {
        String key = "calls:" + i;
        assertThat(gateway.partition(key)).isEqualTo(ClusterGroup.slot(key));
        assertThat(get(count(gateway, key)).value()).isEqualTo(1L);
      }
      assertThat(get(gateway.timeMicros())).isPositive();
      assertThat(cluster.nodes()).allMatch(node -> node.connectionCount("gateway-test") <= 1);
    }
    eventually(() ->
        assertThat(cluster.nodes()).allMatch(node -> node.connectionCount("gateway-test") == 0));
  }

  @Test
  void slots_ofOddCharacters_areTheServersOwn() {
    RedisServer any = cluster.nodes().get(0);
    try (Gateway gateway = open(PubSub.AUTO)) {
      for (String key : OddTexts.some(200)) {
        assertThat((long) gateway.partition(key))
            .as(key)
            .isEqualTo(any.command("CLUSTER", "KEYSLOT", key));
      }
    }
  }

  @Test
  void aNodeAsSingleServer_isRefused_withAdvice() {
    assertThatThrownBy(() -> new LettuceGatewayProvider()
            .forUri(cluster.nodes().get(0).uri())
            .open(Scripts.SETTINGS, recorder)
            .close())
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("redis-cluster://");
  }

  @Test
  void theApplicationsClusterClient_lendsItsResources() {
    RedisURI seed = RedisURI.create(cluster.nodes().get(0).uri());
    RedisClusterClient application = RedisClusterClient.create(List.of(seed));
    try {
      try (Gateway gateway =
          LettuceGateways.on(application, seed).open(Scripts.SETTINGS, recorder)) {
        assertThat(get(count(gateway, "lent")).value()).isEqualTo(1L);
      }
      assertThat(application.connect().sync().get("lent")).isEqualTo("1");
    } finally {
      application.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "SHARDED"})
  void aMovingSlot_isFollowed_byCallsAndChannels(PubSub pubSub) {
    try (Gateway gateway = open(pubSub)) {
      String key = "moving:" + pubSub;
      String channel = "channel:{" + key + "}";
      gateway.subscribe(channel);
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      assertThat(get(count(gateway, key)).value()).isEqualTo(1L);

      RedisServer from = cluster.nodeFor(key);
      SlotMove move =
          cluster.moveSlot(ClusterGroup.slot(key), from, cluster.primaryOtherThan(from));
      move.begin();
      assertThat(get(count(gateway, key)).value()).isEqualTo(2L);
      move.migrateKeys();
      assertThat(get(count(gateway, key)).value()).as("by ASK").isEqualTo(3L);
      move.finish();
      assertThat(get(count(gateway, key)).value()).as("by MOVED").isEqualTo(4L);
      within(LONG).eventually(() -> assertThat(recorder.reconnects).hasPositiveValue());
      within(LONG).eventually(() -> {
        publish(gateway, channel);
        assertThat(recorder.messages).isNotEmpty();
      });
      gateway.unsubscribe(channel);
      eventually(() -> assertThat(cluster.nodes())
          .allMatch(node ->
              !node.channels().contains(channel) && !node.shardChannels().contains(channel)));
    }
  }

  @Test
  void aNodeThatACallIsSentOnTo_whileTheGatewayCloses_isNotConnectedTo() {
    ClientHandle client = ClientHandle.own(Scripts.SETTINGS);
    ClusterNodes nodes =
        new ClusterNodes(client, TargetParser.parse(cluster.uri()), new ClusterNodes.Observer() {
          @Override
          public void topologyChanged() {}

          @Override
          public void reconnected() {}
        });
    try {
      nodes.open();
      nodes.close();
      assertThat(nodes.at("127.0.0.1:1").isClosed()).isTrue();
    } finally {
      client.close(List.of());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "SHARDED"})
  void aPromotedReplica_isFollowed_byCallsAndChannels(PubSub pubSub) {
    try (Gateway gateway = open(pubSub)) {
      String key = "promoted:" + pubSub;
      String channel = "channel:{" + key + "}";
      gateway.subscribe(channel);
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      assertThat(get(count(gateway, key)).value()).isEqualTo(1L);

      RedisServer old = cluster.killPrimaryOf(key);
      cluster.awaitPrimaryOtherThan(old, key);
      within(Duration.ofSeconds(3))
          .eventually(() -> assertThat(count(gateway, key).toCompletableFuture())
              .succeedsWithin(Duration.ofSeconds(2)));
      within(LONG).eventually(() -> {
        publish(gateway, channel);
        assertThat(recorder.messages).isNotEmpty();
      });
      old.restart();
      cluster.awaitOk();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "SHARDED"})
  void aPrimaryThatStepsDown_isLeft_byCallsAndChannels(PubSub pubSub) {
    try (Gateway gateway = open(pubSub)) {
      String key = "stepping-down:" + pubSub;
      String channel = "channel:{" + key + "}";
      gateway.subscribe(channel);
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      cluster.failover(key);
      // Refused, surely not sent, for the moment in which the new primary is being connected to.
      within(Duration.ofSeconds(3))
          .eventually(() -> assertThat(count(gateway, key).toCompletableFuture())
              .succeedsWithin(Duration.ofSeconds(2)));
      within(LONG).eventually(() -> {
        publish(gateway, channel);
        assertThat(recorder.messages).isNotEmpty();
      });
    }
  }

  @Test
  void aForbiddenShardedChannel_isAskedForLessAndLess_andNotTheTopology() {
    assumeTrue(isSharded(), "needs sharded channels");
    try (FaultNetwork network = FaultNetwork.to(cluster.nodes());
        Gateway gateway = new LettuceGatewayProvider()
            .forUri(network.uri(cluster.uri()))
            .open(Scripts.SETTINGS, recorder)) {
      network
          .proxies()
          .forEach(proxy ->
              proxy.fail(FaultProxy.command("SSUBSCRIBE"), "NOPERM this user has no permissions"));
      gateway.subscribe("forbidden");
      eventually(() -> assertThat(sent(network, "SSUBSCRIBE")).isGreaterThan(3));
      network.proxies().forEach(FaultProxy::resetCounts);
      long start = System.nanoTime();
      eventually(() -> assertThat(sent(network, "SSUBSCRIBE")).isGreaterThan(1));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(800));
      assertThat(sent(network, "CLUSTER")).isLessThan(5);
      assertThat(recorder.heard).isEmpty();
    }
  }

  private static long sent(FaultNetwork network, String command) {
    return network.proxies().stream()
        .mapToLong(proxy -> proxy.commandCount(command))
        .sum();
  }

  @Test
  void aKindOfChannelsTheServerLacks_isRefused() {
    assumeTrue(!isSharded(), "needs a server without sharded channels");
    GatewaySettings sharded =
        new GatewaySettings("gateway-test", Duration.ofSeconds(1), PubSub.SHARDED);
    assertThatThrownBy(() -> new LettuceGatewayProvider()
            .forUri(cluster.uri())
            .open(sharded, recorder)
            .close())
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("no sharded channels");
  }

  @Test
  void theNodeOfThePlainChannels_mayDie() {
    try (Gateway gateway = open(PubSub.PLAIN)) {
      gateway.subscribe("everywhere");
      eventually(() -> assertThat(recorder.subscribed).hasSize(1));
      RedisServer listening = cluster.nodes().stream()
          .filter(node -> node.channels().contains("everywhere"))
          .findFirst()
          .orElseThrow();
      listening.kill();
      within(LONG).eventually(() -> assertThat(recorder.subscribed).hasSize(2));
      cluster.awaitOk();
      within(LONG).eventually(() -> {
        publish(gateway, "everywhere");
        assertThat(recorder.messages).isNotEmpty();
      });
      listening.restart();
      cluster.awaitOk();
    }
  }
}
