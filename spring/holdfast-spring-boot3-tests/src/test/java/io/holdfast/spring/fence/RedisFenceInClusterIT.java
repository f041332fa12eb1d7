package io.holdfast.spring.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisFenceInClusterIT {

  @Test
  void dataAndFence_wherever_areInOneSlot() {
    try (ClusterGroup cluster = ClusterGroup.start()) {
      List<String> nodes = cluster.nodes().stream()
          .map(RedisServer::port)
          .map(port -> "127.0.0.1:" + port)
          .toList();
      LettuceConnectionFactory connections =
          new LettuceConnectionFactory(new RedisClusterConfiguration(nodes));
      connections.afterPropertiesSet();
      connections.start();
      try {
        RedisFence fence = new RedisFence(new StringRedisTemplate(connections));
        for (int i = 0; i < 30; i++) {
          String key = "sold:" + i;
          fence.set(key, 8, "one");
          assertThat(fence.get(key, 9)).contains("one");
          assertThatThrownBy(() -> fence.set(key, 8, "two"))
              .isInstanceOf(StaleTokenException.class);
        }
      } finally {
        connections.destroy();
      }
    }
  }
}
