package io.holdfast.flashsale.settings;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A connection of the service's own to the application's Redis, whatever kind that is: one server, sentinel or
 * cluster. Commands that get no answer within {@code spring.data.redis.timeout} fail.
 */
final class RedisLink implements AutoCloseable {

  private final StatefulConnection<String, String> connection;
  private final RedisClusterAsyncCommands<String, String> commands;

  RedisLink(LettuceConnectionFactory factory) {
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

  @Override
  public void close() {
    connection.close();
  }
}
