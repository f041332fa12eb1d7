package io.holdfast.lettuce;

import io.holdfast.spi.GatewayListener;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sharded channels: each lives on the node that has its slot. When a slot moves, the server ends the
 * subscription; when a node dies, nothing is heard at all. So for each channel we remember where it was
 * placed and whether that was acknowledged; what is not acknowledged is placed again and again.
 *
 * <pre>
 *   add --> placed --acknowledged--> heard
 *             ^                        |
 *             '--- dropped, moved -----'   (and every 200 ms while not acknowledged)
 * </pre>
 *
 * <p>This class is thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the end of closing
final class ShardedChannels implements Channels, PubSubLink.Listener {

  private static final Logger log = LoggerFactory.getLogger(ShardedChannels.class);
  private static final Duration AGAIN = Duration.ofMillis(200);

  private final ClientHandle client;
  private final ClusterNodes nodes;
  private final GatewayListener listener;
  private final Map<String, Placement> placements = new HashMap<>();
  private final Map<String, PubSubLink> links = new HashMap<>();
  private boolean settling;
  private boolean closed;

  ShardedChannels(ClientHandle client, ClusterNodes nodes, GatewayListener listener) {
    this.client = client;
    this.nodes = nodes;
    this.listener = listener;
  }

  @Override
  public synchronized void add(String channel) {
    Placement placement = new Placement();
    placements.put(channel, placement);
    place(channel, placement);
    settleLater();
  }

  @Override
  public synchronized void remove(String channel) {
    Placement placement = placements.remove(channel);
    if (placement != null) {
      leave(channel, placement);
    }
  }

  @Override
  public synchronized void topologyChanged() {
    placements.forEach(this::place);
    links.entrySet().removeIf(entry -> {
      boolean unused =
          !nodes.slots().nodes().contains(entry.getKey()) && entry.getValue().isEmpty();
      if (unused) {
        entry.getValue().close();
      }
      return unused;
    });
    settleLater();
  }

  @Override
  public synchronized List<? extends Future<?>> close() {
    closed = true;
    placements.clear();
    return links.values().stream().map(Link::close).toList();
  }

  private void place(String channel, Placement placement) {
    String owner = nodes.slots().owner(SlotHash.getSlot(channel));
    if (owner == null) {
      return;
    }
    if (!owner.equals(placement.address)) {
      leave(channel, placement);
      placement.address = owner;
      placement.acknowledged = false;
    }
    if (!placement.acknowledged) {
      links.computeIfAbsent(owner, this::link).add(channel);
    }
  }

  private void leave(String channel, Placement placement) {
    PubSubLink link = placement.address == null ? null : links.get(placement.address);
    if (link != null) {
      link.remove(channel);
    }
  }

  private PubSubLink link(String address) {
    return new PubSubLink(client, Route.node(nodes.uri(address), address), true, this);
  }

  private void settleLater() {
    if (!settling
        && !closed
        && placements.values().stream().anyMatch(placement -> !placement.acknowledged)) {
      settling = true;
      client.schedule(this::settle, AGAIN);
    }
  }

  private synchronized void settle() {
    settling = false;
    placements.forEach(this::place);
    settleLater();
  }

  @Override
  public void message(String channel, String message) {
    listener.message(channel);
  }

  @Override
  public void acknowledged(PubSubLink link, String channel) {
    synchronized (this) {
      Placement placement = placements.get(channel);
      if (placement == null || placement.address == null || links.get(placement.address) != link) {
        return;
      }
      placement.acknowledged = true;
    }
    listener.subscribed(channel);
  }

  @Override
  public void dropped(PubSubLink link, String channel, String reason) {
    synchronized (this) {
      Placement placement = placements.get(channel);
      if (closed
          || placement == null
          || placement.address == null
          || links.get(placement.address) != link) {
        return;
      }
      placement.acknowledged = false;
      settleLater();
    }
    log.debug("Sharded channel '{}' dropped: {}", channel, reason);
    nodes.refreshSoon();
  }

  private static final class Placement {
    @Nullable
    String address;

    boolean acknowledged;
  }
}
