package io.holdfast.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.cluster.SlotHash;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which node ({@code host:port}) has which slot, as {@code CLUSTER SLOTS} says. Immutable. */
final class SlotMap {

  static final SlotMap EMPTY = new SlotMap(new @Nullable String[SlotHash.SLOT_COUNT], Set.of());

  private final @Nullable String[] owners;
  private final Set<String> primaries;
  private final Set<String> nodes;

  private SlotMap(@Nullable String[] owners, Set<String> nodes) {
    this.owners = owners;
    this.nodes = nodes;
    Set<String> distinct = new LinkedHashSet<>();
    String last = null;
    for (String owner : owners) {
      if (owner != null && !owner.equals(last)) {
        distinct.add(owner);
        last = owner;
      }
    }
    this.primaries = distinct;
  }

  /**
   * Reads a reply.
   *
   * @param askedHost stands in where the reply says “the host you asked”
   */
  static SlotMap parse(@Nullable Object reply, String askedHost) {
    @Nullable String[] owners = new @Nullable String[SlotHash.SLOT_COUNT];
    Set<String> nodes = new LinkedHashSet<>();
    for (Object entry : list(reply)) {
      List<?> range = list(entry);
      for (int i = 2; i < range.size(); i++) {
        nodes.add(address(list(range.get(i)), askedHost));
      }
      Arrays.fill(
          owners,
          number(range.get(0)),
          number(range.get(1)) + 1,
          address(list(range.get(2)), askedHost));
    }
    return new SlotMap(owners, nodes);
  }

  private static String address(List<?> node, String askedHost) {
    Object host = node.get(0);
    boolean unnamed = host == null || host.equals("") || host.equals("?");
    return (unnamed ? askedHost : host) + ":" + number(node.get(1));
  }

  private static List<?> list(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("expected a list: " + value);
  }

  private static int number(@Nullable Object value) {
    return Integer.parseInt(String.valueOf(value));
  }

  /** The slot of a key or a channel. Lettuce's own for texts depends on the JVM's default charset. */
  static int slot(String key) {
    return SlotHash.getSlot(key.getBytes(UTF_8));
  }

  /** Null if nobody has that slot. */
  @Nullable
  String owner(int slot) {
    return owners[slot];
  }

  /** Nodes that have slots. */
  Set<String> primaries() {
    return primaries;
  }

  /** All nodes, with replicas. */
  Set<String> nodes() {
    return nodes;
  }

  boolean isSameAs(SlotMap other) {
    return Arrays.equals(owners, other.owners) && nodes.equals(other.nodes);
  }
}
