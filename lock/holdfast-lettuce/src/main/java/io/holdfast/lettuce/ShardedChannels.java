package io.holdfast.lettuce;

import io.holdfast.spi.GatewayListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sharded channels: each lives on the node that has its slot. When a slot moves, the server ends the subscription; when
 * a node dies, nothing is heard at all. The link to a node asks for its channels until they are acknowledged; here we
 * place each channel on the right one, and look for a new topology when there is reason to doubt the old one. This
 * class is thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the end of closing
final class ShardedChannels implements Channels, PubSubLink.Listener {

  private static final Logger log = LoggerFactory.getLogger(ShardedChannels.class);

  private final ClientHandle client;
  private final ClusterNodes nodes;
  private final GatewayListener listener;
  private final Tidings tidings = new Tidings();
  private final Map<String, Placement> placements = new HashMap<>();
  private final Map<String, PubSubLink> links = new HashMap<>();
  private boolean isClosed;

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
  }

  @Override
  public synchronized void remove(String channel) {
    Placement placement = placements.remove(channel);
    if (placement != null) {
      leave(channel, placement);
    }
  }

  @Override
  public void topologyChanged() {
    List<PubSubLink> unused = new ArrayList<>();
    synchronized (this) {
      if (isClosed) {
        return;
      }
      placements.forEach(this::place);
      links.forEach((address, link) -> {
        if (!nodes.slots().nodes().contains(address) && link.isEmpty()) {
          unused.add(link);
        }
      });
      links.values().removeAll(unused);
    }
    unused.forEach(Link::close);
    tidings.tell();
  }

  @Override
  public synchronized List<? extends Future<?>> close() {
    isClosed = true;
    placements.clear();
    return links.values().stream().map(Link::close).toList();
  }

  private void place(String channel, Placement placement) {
    String owner = nodes.slots().owner(SlotMap.slot(channel));
    if (owner == null || owner.equals(placement.address)) {
      return;
    }
    leave(channel, placement);
    placement.address = owner;
    if (placement.isHeard) {
      placement.isHeard = false;
      tidings.note(() -> listener.unsubscribed(channel));
    }
    links.computeIfAbsent(owner, this::link).add(channel);
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

  /** Where the channel is placed, if that is on this link. */
  private @Nullable Placement placed(PubSubLink link, String channel) {
    Placement placement = placements.get(channel);
    return placement == null || placement.address == null || links.get(placement.address) != link
        ? null
        : placement;
  }

  @Override
  public void message(String channel, String message) {
    tidings.note(() -> listener.message(channel, message));
    tidings.tell();
  }

  @Override
  public void acknowledged(PubSubLink link, String channel) {
    synchronized (this) {
      Placement placement = placed(link, channel);
      if (placement == null) {
        return;
      }
      placement.isHeard = true;
      tidings.note(() -> listener.subscribed(channel));
    }
    tidings.tell();
  }

  @Override
  public void dropped(PubSubLink link, String channel, String reason) {
    synchronized (this) {
      Placement placement = placed(link, channel);
      if (isClosed || placement == null || !placement.isHeard) {
        return;
      }
      placement.isHeard = false;
      tidings.note(() -> listener.unsubscribed(channel));
    }
    log.debug("Sharded channel '{}' dropped: {}", channel, reason);
    nodes.refreshSoon();
    tidings.tell();
  }

  /** A slot that moved, or a cluster in disorder; everything else is not about places. */
  @Override
  public void refused(PubSubLink link, String channel, @Nullable String error) {
    if (error == null || error.startsWith("MOVED") || error.startsWith("CLUSTERDOWN")) {
      nodes.refreshSoon();
    }
  }

  private static final class Placement {
    @Nullable
    String address;

    boolean isHeard;
  }
}
