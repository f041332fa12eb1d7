package io.holdfast.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * Moves a slot from one primary to another in three steps, between which a test can act: {@link #begin()}, {@link
 * #migrateKeys()}, {@link #finish()}.
 */
public final class SlotMove {

  private final String slot;
  private final RedisServer from;
  private final String fromId;
  private final RedisServer to;
  private final String toId;
  private final List<RedisServer> primaries;

  SlotMove(
      int slot,
      RedisServer from,
      String fromId,
      RedisServer to,
      String toId,
      List<RedisServer> primaries) {
    this.slot = Integer.toString(slot);
    this.from = from;
    this.fromId = fromId;
    this.to = to;
    this.toId = toId;
    this.primaries = List.copyOf(primaries);
  }

  /** From now on the old node answers {@code ASK} for keys it does not have. */
  public void begin() {
    to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", fromId);
    from.command("CLUSTER", "SETSLOT", slot, "MIGRATING", toId);
  }

  /**
   * Moves the keys that are there now.
   *
   * @return how many there were
   */
  public int migrateKeys() {
    int moved = 0;
    while (from.command("CLUSTER", "GETKEYSINSLOT", slot, "100") instanceof List<?> keys
        && !keys.isEmpty()) {
      List<String> command = new ArrayList<>(List.of(
          "MIGRATE", "127.0.0.1", Integer.toString(to.plainPort()), "", "0", "5000", "KEYS"));
      keys.forEach(key -> command.add(String.valueOf(key)));
      from.command(command.toArray(String[]::new));
      moved += keys.size();
    }
    return moved;
  }

  /** The new node has the slot; the old one answers {@code MOVED}. */
  public void finish() {
    List<RedisServer> newNodeFirst = new ArrayList<>(List.of(to, from));
    primaries.stream().filter(node -> node != to && node != from).forEach(newNodeFirst::add);
    newNodeFirst.forEach(node -> node.command("CLUSTER", "SETSLOT", slot, "NODE", toId));
  }
}
