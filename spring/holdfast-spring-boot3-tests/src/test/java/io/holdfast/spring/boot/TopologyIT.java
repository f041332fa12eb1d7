package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The server is found whatever form {@code spring.data.redis} has. */
class TopologyIT {

  private final ApplicationContextRunner application = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(
          RedisAutoConfiguration.class,
          SslAutoConfiguration.class,
          LettuceServerAutoConfiguration.class,
          HoldfastAutoConfiguration.class));

  private static void assertLocks(ApplicationContextRunner application) {
    application.run(context -> {
      assertThat(context).hasNotFailed();
      try (Lease lease = context.getBean(Holdfast.class).lock("found").acquire()) {
        assertThat(lease.isHeld()).isTrue();
      }
    });
  }

  @Test
  void sentinel_locksOnThePrimary() {
    try (SentinelGroup group = SentinelGroup.start()) {
      String sentinels = group.sentinels().stream()
          .map(sentinel -> "127.0.0.1:" + sentinel.port())
          .collect(Collectors.joining(","));
      group.primary().resetStats();

      assertLocks(application.withPropertyValues(
          "spring.data.redis.sentinel.master=" + group.primaryName(),
          "spring.data.redis.sentinel.nodes=" + sentinels));

      assertThat(group.primary().commandCalls("evalsha") + group.primary().commandCalls("eval"))
          .isPositive();
    }
  }

  @Test
  void cluster_locksOnTheNodeOfTheSlot() {
    try (ClusterGroup group = ClusterGroup.start()) {
      assertLocks(application.withPropertyValues("spring.data.redis.cluster.nodes="
          + group.uri().substring(group.uri().indexOf("//") + 2)));
    }
  }

  @Test
  void primaryWithFixedReplicas_locksOnThePrimary_evenIfItIsNamedLast() {
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.builder().replicaOf(primary).start()) {
      RedisStaticMasterReplicaConfiguration nodes =
          new RedisStaticMasterReplicaConfiguration("127.0.0.1", replica.port());
      nodes.addNode("127.0.0.1", primary.port());

      assertLocks(application.withBean(
          LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(nodes)));
    }
  }

  @Test
  void sslBundle_isTheApplications() {
    try (RedisServer server = RedisServer.builder().tls().password("tls-secret").start()) {
      assertLocks(application.withPropertyValues(
          "spring.ssl.bundle.pem.redis.truststore.certificate=file:"
              + server.tlsMaterial().certificate(),
          "spring.data.redis.ssl.bundle=redis",
          "spring.data.redis.host=127.0.0.1",
          "spring.data.redis.password=tls-secret",
          "spring.data.redis.port=" + server.port()));
    }
  }

  @Test
  void aclUser_isTheApplications() {
    try (RedisServer server = RedisServer.builder()
        .config("user", "shop on >pw ~* &* +@all")
        .password("other")
        .start()) {
      assertLocks(application.withPropertyValues(
          "spring.data.redis.url=redis://shop:pw@127.0.0.1:" + server.port()));
    }
  }
}
