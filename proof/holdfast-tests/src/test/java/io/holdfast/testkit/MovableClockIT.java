package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MovableClockIT {

  @Test
  void serversClock_stepsBothWaysWhileItRuns() {
    assumeTrue(MovableClock.library().isPresent(), "needs the package libfaketime");
    try (RedisServer server = RedisServer.builder().movableClock().start()) {
      assertThat(secondsAhead(server)).isBetween(-2L, 2L);
      server.clock().set(Duration.ofMinutes(10));
      assertThat(secondsAhead(server)).isBetween(595L, 605L);
      server.command("SET", "k", "v", "PX", "60000");

      server.clock().set(Duration.ofMinutes(-10));
      assertThat(secondsAhead(server)).isBetween(-605L, -595L);
      assertThat((Long) server.command("PTTL", "k")).isGreaterThan(1_000_000);

      server.restart();
      assertThat(secondsAhead(server)).isBetween(-605L, -595L);
      server.clock().set(Duration.ZERO);
      server.command("SET", "k", "v", "PX", "60000");
      server.clock().set(Duration.ofMinutes(2));
      assertThat(server.command("GET", "k")).isNull();
    }
  }

  private static long secondsAhead(RedisServer server) {
    List<?> time = (List<?>) Objects.requireNonNull(server.command("TIME"));
    return Long.parseLong(String.valueOf(time.get(0))) - System.currentTimeMillis() / 1_000;
  }
}
