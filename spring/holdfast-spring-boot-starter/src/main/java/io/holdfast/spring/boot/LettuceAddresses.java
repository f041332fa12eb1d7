package io.holdfast.spring.boot;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import java.lang.reflect.Field;
import java.util.Objects;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/** The addresses a {@link LettuceConnectionFactory} connects to, with credentials, database and TLS. */
final class LettuceAddresses {

  private final LettuceConnectionFactory factory;
  private final LettuceClientConfiguration client;
  private final RedisConfiguration configuration;

  LettuceAddresses(LettuceConnectionFactory factory) {
    this.factory = factory;
    this.client = factory.getClientConfiguration();
    this.configuration = configurationOf(factory);
  }

  /** One server, or the sentinels that know it. */
  RedisURI single() {
    if (configuration instanceof RedisSentinelConfiguration sentinels) {
      return sentinels(sentinels);
    }
    if (configuration instanceof RedisStandaloneConfiguration server) {
      return at(server.getHostName(), server.getPort());
    }
    throw new NoServerException("the LettuceConnectionFactory is made from a "
        + configuration.getClass().getSimpleName()
        + ", and Holdfast reaches servers by host and port only");
  }

  /** The seeds of a cluster. */
  RedisURI[] clusterNodes() {
    return ((RedisClusterConfiguration) configuration)
        .getClusterNodes().stream()
            .map(node -> at(String.valueOf(node.getHost()), Objects.requireNonNull(node.getPort())))
            .toArray(RedisURI[]::new);
  }

  /** Whether a primary and its replicas are named one by one. */
  boolean hasReplicas() {
    return configuration instanceof RedisStaticMasterReplicaConfiguration;
  }

  /** A primary and its replicas, in the order they were named. */
  RedisURI[] replicas() {
    return ((RedisStaticMasterReplicaConfiguration) configuration)
        .getNodes().stream()
            .map(node -> at(node.getHostName(), node.getPort()))
            .toArray(RedisURI[]::new);
  }

  private RedisURI sentinels(RedisSentinelConfiguration configured) {
    RedisURI uri = withSettings(LettuceConverters.sentinelConfigurationToRedisURI(configured));
    for (RedisURI sentinel : uri.getSentinels()) {
      applyTls(sentinel);
      client
          .getRedisCredentialsProviderFactory()
          .ifPresent(credentials -> sentinel.setCredentialsProvider(
              credentials.createSentinelCredentialsProvider(configured)));
    }
    return uri;
  }

  private RedisURI at(String host, int port) {
    return withSettings(RedisURI.create(host, port));
  }

  private RedisURI withSettings(RedisURI uri) {
    uri.setDatabase(factory.getDatabase());
    applyTls(uri);
    uri.setCredentialsProvider(client
        .getRedisCredentialsProviderFactory()
        .map(credentials -> credentials.createCredentialsProvider(configuration))
        .orElseGet(this::passwordOfTheConfiguration));
    return uri;
  }

  private RedisCredentialsProvider passwordOfTheConfiguration() {
    RedisPassword password =
        RedisConfiguration.getPasswordOrElse(configuration, RedisPassword::none);
    String user = RedisConfiguration.getUsernameOrElse(configuration, () -> null);
    return new StaticCredentialsProvider(
        StringUtils.hasText(user) ? user : null, password.toOptional().orElse(null));
  }

  private void applyTls(RedisURI uri) {
    uri.setSsl(client.isUseSsl());
    uri.setVerifyPeer(client.getVerifyMode());
    uri.setStartTls(client.isStartTls());
  }

  /*
   * The factory tells a primary with replicas apart from a single server only in this field; taken for a
   * single server, it would answer localhost.
   */
  private static RedisConfiguration configurationOf(LettuceConnectionFactory factory) {
    Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, "configuration");
    if (field == null) {
      throw new NoServerException("this version of Spring Data Redis keeps the settings of its"
          + " LettuceConnectionFactory where Holdfast does not find them");
    }
    ReflectionUtils.makeAccessible(field);
    return (RedisConfiguration) Objects.requireNonNull(ReflectionUtils.getField(field, factory));
  }
}
