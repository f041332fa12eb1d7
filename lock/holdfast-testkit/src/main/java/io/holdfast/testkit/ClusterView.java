package io.holdfast.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The cluster as one node sees it, from {@code CLUSTER NODES}.
 *
 * @param lines one per node: id, address, flags, primary's id, ping, pong, epoch, link, slots
 * @param nodes id to server
 */
record ClusterView(List<List<String>> lines, Map<String, RedisServer> nodes) {

  private static final int ID = 0;
  private static final int FLAGS = 2;
  private static final int PRIMARY = 3;
  private static final int EPOCH = 6;
  private static final int FIRST_SLOTS = 8;

  static ClusterView of(RedisServer node, Map<String, RedisServer> nodes) {
    List<List<String>> lines = String.valueOf(node.command("CLUSTER", "NODES"))
        .lines()
        .map(line -> List.of(line.strip().split(" ", -1)))
        .toList();
    return new ClusterView(lines, nodes);
  }

  static boolean isOk(RedisServer node) {
    boolean isWell = String.valueOf(node.command("CLUSTER", "INFO")).contains("cluster_state:ok");
    boolean isInStep = node.info("replication", "role").equals("master")
        || node.info("replication", "master_link_status").equals("up");
    return isWell && isInStep;
  }

  /**
   * First slot of each range to the id and the epoch of its primary. A node that does not know another's latest epoch may
   * choose the same one for its next claim, and then two nodes can hold each other for the owner of a slot, for ever.
   */
  Map<Integer, String> claims() {
    Map<Integer, String> claims = new TreeMap<>();
    for (List<String> line : lines) {
      for (String range : ranges(line)) {
        claims.put(first(range), line.get(ID) + "@" + line.get(EPOCH));
      }
    }
    return claims;
  }

  RedisServer primaryOf(int slot) {
    return findPrimaryOf(slot)
        .orElseThrow(() -> new IllegalStateException("nobody serves slot " + slot + ": " + lines));
  }

  /** Empty while the news of a change of roles is under way. */
  Optional<RedisServer> findPrimaryOf(int slot) {
    for (List<String> line : lines) {
      for (String range : ranges(line)) {
        if (first(range) <= slot && slot <= last(range)) {
          return Optional.of(server(line));
        }
      }
    }
    return Optional.empty();
  }

  List<RedisServer> primaries() {
    List<RedisServer> primaries = new ArrayList<>();
    for (List<String> line : lines) {
      if (!ranges(line).isEmpty()) {
        primaries.add(server(line));
      }
    }
    return primaries;
  }

  List<RedisServer> replicasOf(String primaryId) {
    return lines.stream()
        .filter(line -> line.get(PRIMARY).equals(primaryId) && line.get(FLAGS).contains("slave"))
        .map(this::server)
        .toList();
  }

  private RedisServer server(List<String> line) {
    RedisServer server = nodes.get(line.get(ID));
    if (server == null) {
      throw new IllegalStateException("unknown node in the cluster: " + line);
    }
    return server;
  }

  /** {@code 0-5460} or {@code 42}; not {@code [42->-…]}, a slot on the move. */
  private static List<String> ranges(List<String> line) {
    return line.stream().skip(FIRST_SLOTS).filter(word -> !word.startsWith("[")).toList();
  }

  private static int first(String range) {
    int dash = range.indexOf('-');
    return Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
  }

  private static int last(String range) {
    return Integer.parseInt(range.substring(range.indexOf('-') + 1));
  }
}
