package io.holdfast.lettuce;

import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** In every other round the primary is another one in the end. */
class SentinelWeatherFaultIT extends WeatherContract {

  private SentinelGroup group;

  @SuppressWarnings("NullAway.Init")
  SentinelWeatherFaultIT() {}

  @Override
  void startServers() {
    group = SentinelGroup.start(1);
  }

  @Override
  void stopServers() {
    group.close();
  }

  @Override
  String uri() {
    return group.uri();
  }

  @Override
  List<RedisServer> everybody() {
    return Stream.concat(group.servers().stream(), group.sentinels().stream()).toList();
  }

  /** A replica hears the messages too, until it is one no more. */
  @Override
  List<RedisServer> listenedTo() {
    return List.of(group.primary());
  }

  @Override
  RedisServer publisher(String channel) {
    return group.primary();
  }

  @Override
  void interlude(Random random) {
    if (random.nextBoolean()) {
      group.failover();
    }
  }
}
