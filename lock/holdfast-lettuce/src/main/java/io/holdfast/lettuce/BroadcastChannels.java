package io.holdfast.lettuce;

import io.holdfast.spi.GatewayListener;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plain channels in a cluster: every node passes every message on to all others, so one connection, to
 * any node, hears them all. If that node dies or leaves the cluster, another one takes its place.
 */
final class BroadcastChannels implements Channels, PubSubLink.Listener {

  private static final Logger log = LoggerFactory.getLogger(BroadcastChannels.class);

  private final ClusterNodes nodes;
  private final GatewayListener listener;
  private final PubSubLink link;

  BroadcastChannels(
      ClientHandle client, ClusterNodes nodes, GatewayListener listener, String display) {
    this.nodes = nodes;
    this.listener = listener;
    this.link = new PubSubLink(client, Route.anyOf(this::addresses, display), false, this);
  }

  private List<RedisURI> addresses() {
    return nodes.slots().primaries().stream().map(nodes::uri).toList();
  }

  @Override
  public void add(String channel) {
    link.add(channel);
  }

  @Override
  public void remove(String channel) {
    link.remove(channel);
  }

  @Override
  public void topologyChanged() {
    if (!nodes.slots().nodes().contains(link.address())) {
      link.restart("the node has left the cluster");
    }
  }

  @Override
  public List<? extends Future<?>> close() {
    return List.of(link.close());
  }

  @Override
  public void message(String channel, String message) {
    listener.message(channel, message);
  }

  @Override
  public void acknowledged(PubSubLink from, String channel) {
    listener.subscribed(channel);
  }

  @Override
  public void dropped(PubSubLink from, String channel, String reason) {
    log.debug("Channel '{}' dropped: {}", channel, reason);
    listener.unsubscribed(channel); // the link asks for it again by itself
  }
}
