package io.holdfast.verification.fault;

import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.RedisServerBuilder;
import java.util.List;
import java.util.function.Consumer;

/** One server. */
final class StandaloneSite extends Site {

  private final RedisServer server;

  StandaloneSite(Consumer<RedisServerBuilder> settings) {
    RedisServerBuilder builder = RedisServer.builder();
    settings.accept(builder);
    this.server = builder.start();
  }

  @Override
  Topology topology() {
    return Topology.STANDALONE;
  }

  @Override
  String directUri() {
    return server.uri();
  }

  @Override
  List<RedisServer> everybody() {
    return List.of(server);
  }

  @Override
  List<RedisServer> servers() {
    return List.of(server);
  }

  @Override
  RedisServer primaryOf(String lock) {
    return server;
  }

  @Override
  void failover(String lock, int way) {
    throw new UnsupportedOperationException("one server has nobody to take over");
  }

  @Override
  void promoteStale(String lock, Runnable meanwhile) {
    throw new UnsupportedOperationException("one server has nobody to take over");
  }

  @Override
  public void close() {
    super.close();
    server.close();
  }
}
