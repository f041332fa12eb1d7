package io.holdfast.testkit;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentinelGroupIT {

  @Test
  void failoverAndKill_changeThePrimary() {
    try (SentinelGroup group = SentinelGroup.start(2)) {
      RedisServer first = group.primary();
      assertThat(first).isSameAs(group.servers().get(0));
      assertThat(group.uri())
          .matches(
              "redis-sentinel://127\\.0\\.0\\.1:\\d+,127\\.0\\.0\\.1:\\d+,127\\.0\\.0\\.1:\\d+#"
                  + group.primaryName());

      RedisServer second = group.failover();
      assertThat(second).isNotSameAs(first);
      assertThat(second.command("SET", "k", "v")).isEqualTo("OK");
      RedisServer other = group.servers().stream()
          .filter(server -> server != first && server != second)
          .findFirst()
          .orElseThrow();
      eventually(() -> assertThat(other.command("GET", "k")).isEqualTo("v"));

      assertThat(group.killPrimary()).isSameAs(second);
      RedisServer third = group.awaitPrimaryOtherThan(second);
      assertThat(third).isNotSameAs(second);
      assertThat(third.info("replication", "role")).isEqualTo("master");
    }
  }
}
