package io.holdfast.interop;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.spi.GatewaySettings.PubSub;
import io.holdfast.testkit.Capability;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import java.util.List;
import java.util.stream.Stream;
import org.redisson.config.Config;
import org.redisson.config.ShardedSubscriptionMode;

/** Where the two meet. Its servers start when they are first asked for and die with the JVM. */
enum Backend {
  /** One server; plain channels. */
  STANDALONE,
  /** Three primaries; each side finds out by itself whether the server has sharded channels. */
  CLUSTER,
  /** Three primaries with sharded channels, and both sides told to use plain ones. */
  CLUSTER_TOLD_PLAIN;

  static final String REDISSON = "redisson";

  /** Back-ends the server binary can be. Without sharded channels nobody has to be told to use plain ones. */
  static Stream<Backend> available() {
    boolean sharded = One.SERVER.has(Capability.SHARDED_PUBSUB);
    return Stream.of(values()).filter(backend -> sharded || backend != CLUSTER_TOLD_PLAIN);
  }

  boolean isCluster() {
    return this != STANDALONE;
  }

  /** Whether messages travel on sharded channels here. */
  boolean isSharded() {
    return this == CLUSTER && One.SERVER.has(Capability.SHARDED_PUBSUB);
  }

  List<RedisServer> nodes() {
    return isCluster() ? Three.CLUSTER.nodes() : List.of(One.SERVER);
  }

  RedisServer nodeOf(String key) {
    return isCluster() ? Three.CLUSTER.nodeFor(key) : One.SERVER;
  }

  List<String> keys() {
    return nodes().stream().flatMap(node -> node.keys().stream()).toList();
  }

  /** Channels with a listener, of the kind used here. */
  List<String> channels() {
    return nodes().stream()
        .flatMap(node -> (isSharded() ? node.shardChannels() : node.channels()).stream())
        .toList();
  }

  /** How many clients listen on the channel, on whatever node. */
  long listeners(String channel) {
    String count = isSharded() ? "SHARDNUMSUB" : "NUMSUB";
    return nodes().stream()
        .map(node -> (List<?>) node.command("PUBSUB", count, channel))
        .mapToLong(reply -> reply == null ? 0 : Long.parseLong(String.valueOf(reply.get(1))))
        .sum();
  }

  HoldfastBuilder holdfast() {
    String uri = isCluster() ? Three.CLUSTER.uri() : One.SERVER.uri();
    return Holdfast.builder()
        .uri(uri)
        .pubSub(this == CLUSTER_TOLD_PLAIN ? PubSub.PLAIN : PubSub.AUTO);
  }

  /** Redisson's settings; few threads and idle connections, so that it starts quickly. */
  Config redisson() {
    Config config = new Config().setThreads(4).setNettyThreads(4);
    if (isCluster()) {
      config
          .useClusterServers()
          .addNodeAddress(nodes().stream().map(RedisServer::uri).toArray(String[]::new))
          .setShardedSubscriptionMode(
              this == CLUSTER_TOLD_PLAIN
                  ? ShardedSubscriptionMode.OFF
                  : ShardedSubscriptionMode.AUTO)
          .setMasterConnectionMinimumIdleSize(2)
          .setClientName(REDISSON);
    } else {
      config
          .useSingleServer()
          .setAddress(One.SERVER.uri())
          .setConnectionMinimumIdleSize(2)
          .setClientName(REDISSON);
    }
    return config;
  }

  private static final class One {
    static final RedisServer SERVER = RedisServer.start();
  }

  private static final class Three {
    static final ClusterGroup CLUSTER = ClusterGroup.start();
  }
}
