package io.holdfast.spring.actuate;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RedisServer;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;

/** Health follows the server, not the fate of single leases. */
class LockHealthIT {

  private RedisServer server;
  private RecentTrouble trouble;

  @BeforeEach
  void start() {
    server = RedisServer.start();
    trouble = new RecentTrouble(Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Holdfast client(String uri) {
    return Holdfast.builder()
        .uri(uri)
        .leaseTime(Duration.ofSeconds(3))
        .commandTimeout(Duration.ofMillis(400))
        .listener(trouble)
        .build();
  }

  private HoldfastHealthIndicator indicator(Holdfast holdfast) {
    return new HoldfastHealthIndicator(new LockHealth(holdfast, trouble, "holdfast:health"));
  }

  @Test
  void health_serverAnswers_upWithFigures() throws Exception {
    try (Holdfast alice = client(server.uri());
        Lease lease = alice.lock("sku:1").acquire()) {
      Health health = indicator(alice).health();
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails())
          .containsKeys("answeredIn", "renewalLag")
          .containsEntry("held", 1L)
          .containsEntry("waiting", 0)
          .containsEntry("lost", 0L)
          .doesNotContainKeys("lostLately", "longestWait");
      assertThat(lease.isHeld()).isTrue();
      assertThat(server.keys()).as("the check writes nothing").containsExactly("sku:1");
    }
  }

  @Test
  void health_serverPaused_downInBoundedTimeAndUpAgain() {
    try (Holdfast alice = client(server.uri())) {
      HoldfastHealthIndicator indicator = indicator(alice);
      server.pause();
      try {
        long asked = System.nanoTime();
        Health health = indicator.health();
        assertThat(Duration.ofNanos(System.nanoTime() - asked))
            .isLessThan(Eventually.scaled(Duration.ofSeconds(3)));
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsKeys("error", "gaveUpAfter");
        assertThat(health.getDetails().get("error"))
            .asString()
            .contains(LockUnavailableException.class.getName());
      } finally {
        server.resume();
      }
      eventually(() -> assertThat(indicator.health().getStatus()).isEqualTo(Status.UP));
    }
  }

  @Test
  void health_leaseLost_upWithTheLossTold() throws Exception {
    try (Holdfast alice = client(server.uri())) {
      HoldfastHealthIndicator indicator = indicator(alice);
      Lease lease = alice.lock("sku:1").acquire();
      server.command("DEL", "sku:1");
      eventually(() -> assertThat(indicator.health().getDetails()).containsEntry("lost", 1L));
      Health health = indicator.health();
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails())
          .containsEntry("lostLately", 1)
          .hasEntrySatisfying(
              "lastLoss",
              loss -> assertThat(loss).asString().contains("sku:1", Long.toString(lease.token())));
    }
  }

  @Test
  void health_rightsLimitedToOtherNames_up() {
    server.command("ACL", "SETUSER", "shop", "on", ">secret", "~sku:*", "&*", "+@all");
    String uri = server.uri().replace("redis://", "redis://shop:secret@");
    try (Holdfast alice = client(uri)) {
      assertThat(indicator(alice).health().getStatus()).isEqualTo(Status.UP);
    }
  }

  @Test
  void health_closedClient_down() {
    Holdfast alice = client(server.uri());
    alice.close();
    assertThat(indicator(alice).health().getStatus()).isEqualTo(Status.DOWN);
  }
}
