package io.holdfast.lettuce;

import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import java.util.List;

/** Sharded channels where the server has them. */
class ClusterWeatherFaultIT extends WeatherContract {

  private ClusterGroup cluster;

  @SuppressWarnings("NullAway.Init")
  ClusterWeatherFaultIT() {}

  @Override
  void startServers() {
    cluster = ClusterGroup.start();
  }

  @Override
  void stopServers() {
    cluster.close();
  }

  @Override
  String uri() {
    return cluster.uri();
  }

  @Override
  List<RedisServer> everybody() {
    return cluster.nodes();
  }

  @Override
  List<RedisServer> listenedTo() {
    return cluster.nodes();
  }

  @Override
  RedisServer publisher(String channel) {
    return cluster.nodeFor(channel);
  }
}
