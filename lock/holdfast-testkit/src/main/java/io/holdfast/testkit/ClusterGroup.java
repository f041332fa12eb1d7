package io.holdfast.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cluster of three primaries, with replicas if asked, in processes of their own. It is born from written
 * {@code nodes.conf} files, so nobody has to meet first. Thread-safe for questions.
 */
public final class ClusterGroup implements AutoCloseable {

  static final int SLOTS = 16_384;

  private static final int PRIMARIES = 3;
  private static final int SHARD_IDS = 1_000; // beyond the numbers of nodes
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Makes node ids differ from those of every other cluster on this machine. */
  private final long family = ThreadLocalRandom.current().nextLong();

  /** Node id to server; the primaries first. */
  private final Map<String, RedisServer> nodes = new LinkedHashMap<>();

  private ClusterGroup() {}

  /** {@return a new cluster of three primaries without replicas} */
  public static ClusterGroup start() {
    return start(0);
  }

  /**
   * {@return a new cluster, once every node finds it well}
   *
   * @param replicasPerPrimary for each of the three primaries
   */
  public static ClusterGroup start(int replicasPerPrimary) {
    return start(replicasPerPrimary, node -> {});
  }

  /**
   * {@return a new cluster, once every node finds it well}
   *
   * @param replicasPerPrimary for each of the three primaries
   * @param settings applied to every node alike, after our own
   */
  public static ClusterGroup start(int replicasPerPrimary, Consumer<RedisServerBuilder> settings) {
    ClusterGroup group = new ClusterGroup();
    try {
      int count = PRIMARIES * (1 + replicasPerPrimary);
      List<Integer> ports =
          IntStream.range(0, count).map(i -> Ports.free()).boxed().toList();
      for (int me = 0; me < count; me++) {
        RedisServerBuilder node = RedisServer.builder()
            .clusterNode(group.nodesConf(me, ports))
            .config("cluster-node-timeout", "1500")
            .config("cluster-replica-validity-factor", "0")
            .port(ports.get(me));
        settings.accept(node);
        group.nodes.put(group.nodeId(me), node.create());
      }
      group.nodes.values().forEach(RedisServer::awaitReady);
      group.awaitOk();
      return group;
    } catch (RuntimeException | Error e) {
      group.close();
      throw e;
    }
  }

  private String nodesConf(int me, List<Integer> ports) {
    List<String> lines = new ArrayList<>();
    for (int node = 0; node < ports.size(); node++) {
      int primary = node % PRIMARIES;
      int port = ports.get(node);
      String flags = (node == me ? "myself," : "") + (node < PRIMARIES ? "master" : "slave");
      String address = "127.0.0.1:" + port + "@" + (port + Ports.BUS_OFFSET) + shard(primary);
      String line = nodeId(node) + " " + address + " " + flags + " "
          + (node < PRIMARIES ? "-" : nodeId(primary)) + " 0 0 " + (primary + 1) + " connected";
      if (node < PRIMARIES) {
        line += " " + primary * SLOTS / PRIMARIES + "-" + ((primary + 1) * SLOTS / PRIMARIES - 1);
      }
      lines.add(line);
    }
    lines.add("vars currentEpoch " + PRIMARIES + " lastVoteEpoch 0");
    return String.join("\n", lines) + "\n";
  }

  /** Servers that know shards (older ones take it for a part of the address) must agree on who forms one. */
  private String shard(int primary) {
    return RedisBinary.isAtLeast(7, 2) ? ",,shard-id=" + nodeId(SHARD_IDS + primary) : "";
  }

  private String nodeId(int number) {
    return String.format("%016x%024x", family, number);
  }

  /**
   * {@return the slot of a key: 0 to 16,383}
   *
   * @param key of which the hash tag counts, if it has one
   */
  public static int slot(String key) {
    return HashSlots.of(key);
  }

  /** {@return {@code redis-cluster://h1:p1,h2:p2,h3:p3}: the first three primaries} */
  public String uri() {
    return nodes.values().stream()
        .limit(PRIMARIES)
        .map(node -> "127.0.0.1:" + node.port())
        .collect(Collectors.joining(",", "redis-cluster://", ""));
  }

  /** {@return every node, the first three primaries first} */
  public List<RedisServer> nodes() {
    return List.copyOf(nodes.values());
  }

  /**
   * Sets when the others take a node for dead. At first: after 1.5 s.
   *
   * @param silence how long it may be silent; whole milliseconds
   */
  public void setPatience(Duration silence) {
    String millis = Long.toString(silence.toMillis());
    nodes().forEach(node -> node.command("CONFIG", "SET", "cluster-node-timeout", millis));
  }

  /**
   * {@return the primary that serves the key, as the cluster has it now}
   *
   * @param key there or not
   */
  public RedisServer nodeFor(String key) {
    return nodeFor(slot(key));
  }

  /**
   * {@return the primary that serves the slot, as the first node that runs has it}
   *
   * @param slot 0 to 16,383
   */
  public RedisServer nodeFor(int slot) {
    return view(anyAlive()).primaryOf(slot);
  }

  /**
   * {@return another primary: somewhere to move a slot to}
   *
   * @param node the one that it is not
   */
  public RedisServer primaryOtherThan(RedisServer node) {
    return view(anyAlive()).primaries().stream()
        .filter(other -> other != node)
        .findFirst()
        .orElseThrow();
  }

  /**
   * {@return the move of a slot} Nothing happens before {@link SlotMove#begin()}.
   *
   * @param slot 0 to 16,383
   * @param from the primary that has it
   * @param to the primary that is to have it
   */
  public SlotMove moveSlot(int slot, RedisServer from, RedisServer to) {
    List<RedisServer> primaries = view(anyAlive()).primaries();
    return new SlotMove(slot, from, idOf(from), to, idOf(to), primaries);
  }

  /**
   * {@return a running replica of the primary that serves the key} Waits for one that still has to find its primary.
   *
   * @param key there or not
   */
  public RedisServer replicaFor(String key) {
    Eventually.eventually(
        "the primary of '" + key + "' has a replica (start the cluster with replicas)",
        () -> liveReplicaFor(key).isPresent());
    return liveReplicaFor(key).orElseThrow();
  }

  private Optional<RedisServer> liveReplicaFor(String key) {
    return view(anyAlive()).replicasOf(idOf(nodeFor(key))).stream()
        .filter(RedisServer::isAlive)
        .findFirst();
  }

  /**
   * Kills the primary that serves the key (SIGKILL).
   *
   * @param key there or not
   * @return the killed one
   */
  public RedisServer killPrimaryOf(String key) {
    RedisServer primary = nodeFor(key);
    primary.kill();
    return primary;
  }

  /**
   * Asks a replica to take over the key's slot as an operator does, and waits.
   *
   * @param key there or not
   * @return the new primary
   */
  public RedisServer failover(String key) {
    RedisServer old = nodeFor(key);
    replicaFor(key).command("CLUSTER", "FAILOVER");
    return awaitPrimaryOtherThan(old, key);
  }

  /**
   * Waits until every running node names the same other primary for the key and is well.
   *
   * @param old who served the key before
   * @param key there or not
   * @return the new primary
   */
  public RedisServer awaitPrimaryOtherThan(RedisServer old, String key) {
    Eventually.within(LIMIT)
        .eventually(
            "a primary of '" + key + "' other than 127.0.0.1:" + old.port(),
            () -> alive().stream()
                .allMatch(node -> view(node)
                    .findPrimaryOf(slot(key))
                    .filter(primary -> primary != old)
                    .isPresent()));
    awaitOk();
    return nodeFor(key);
  }

  /** Waits until every running node says {@code cluster_state:ok} and all agree on who serves what since which epoch. */
  public void awaitOk() {
    Eventually.within(LIMIT).eventually("every node finds the cluster well", () -> {
      List<RedisServer> alive = alive();
      return alive.stream().allMatch(ClusterView::isOk)
          && alive.stream().map(node -> view(node).claims()).distinct().count() == 1;
    });
  }

  private ClusterView view(RedisServer node) {
    return ClusterView.of(node, nodes);
  }

  private List<RedisServer> alive() {
    return nodes.values().stream().filter(RedisServer::isAlive).toList();
  }

  private RedisServer anyAlive() {
    return alive().stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no node is running"));
  }

  private String idOf(RedisServer node) {
    return nodes.entrySet().stream()
        .filter(entry -> entry.getValue() == node)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("127.0.0.1:" + node.port() + " is not in this cluster"))
        .getKey();
  }

  /** Ends all processes. */
  @Override
  public void close() {
    nodes.values().forEach(RedisServer::close);
  }
}
