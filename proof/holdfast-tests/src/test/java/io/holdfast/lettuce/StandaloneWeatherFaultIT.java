package io.holdfast.lettuce;

import io.holdfast.testkit.RedisServer;
import java.util.List;

class StandaloneWeatherFaultIT extends WeatherContract {

  private RedisServer server;

  @SuppressWarnings("NullAway.Init")
  StandaloneWeatherFaultIT() {}

  @Override
  void startServers() {
    server = RedisServer.start();
  }

  @Override
  void stopServers() {
    server.close();
  }

  @Override
  String uri() {
    return server.uri();
  }

  @Override
  List<RedisServer> everybody() {
    return List.of(server);
  }

  @Override
  List<RedisServer> listenedTo() {
    return List.of(server);
  }

  @Override
  RedisServer publisher(String channel) {
    return server;
  }
}
