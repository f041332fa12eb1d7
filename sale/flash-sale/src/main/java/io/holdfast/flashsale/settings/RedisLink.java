package io.holdfast.flashsale.settings;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A connection of the service's own to the application's Redis, whatever kind that is: one server, sentinel or
 * cluster. Commands that get no answer within {@code spring.data.redis.timeout} fail.
 */
final class RedisLink implements AutoCloseable {

  private final LettuceConnectionFactory factory;
  private final StatefulConnection<String, String> connection;
  private @Nullable StatefulConnection<String, String> another;
  private final RedisClusterAsyncCommands<String, String> commands;

  RedisLink(LettuceConnectionFactory factory) {
    this.factory = factory;
    if (factory.getRequiredNativeClient() instanceof RedisClusterClient cluster) {
      StatefulRedisClusterConnection<String, String> connected = cluster.connect();
      connection = connected;
      commands = connected.async();
    } else {
      StatefulRedisConnection<String, String> connected =
          ((RedisClient) factory.getRequiredNativeClient()).connect();
      connection = connected;
      commands = connected.async();
    }
  }

  RedisClusterAsyncCommands<String, String> commands() {
    return commands;
  }

  /**
   * A second connection, for commands that keep those behind them waiting.
   *
   * @throws IllegalStateException on a cluster, where each sale has a server of its own
   */
  synchronized RedisClusterAsyncCommands<String, String> another() {
    if (!(factory.getRequiredNativeClient() instanceof RedisClient client)) {
      throw new IllegalStateException(
          "flash-sale.accept.replicas needs one Redis server or sentinel,"
              + " not a cluster: set it to 0");
    }
    StatefulRedisConnection<String, String> connected = client.connect();
    another = connected;
    return connected.async();
  }

  @Override
  public synchronized void close() {
    if (another != null) {
      another.close();
    }
    connection.close();
  }
}
