package io.holdfast.lettuce;

import io.holdfast.spi.GatewayListener;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.concurrent.Future;

/**
 * Plain channels in a cluster: every node passes every message on to all others, so one connection, to
 * any node, hears them all. If that node dies or leaves the cluster, another one takes its place.
 */
final class BroadcastChannels implements Channels {

  private final ClusterNodes nodes;
  private final PubSubLink link;

  BroadcastChannels(
      ClientHandle client, ClusterNodes nodes, GatewayListener listener, String display) {
    this.nodes = nodes;
    this.link = new PubSubLink(
        client, Route.anyOf(this::addresses, display), false, new PassedOn(listener));
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
}
