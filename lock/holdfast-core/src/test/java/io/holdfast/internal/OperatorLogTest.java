package io.holdfast.internal;

import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** What the log says of itself, one line each. */
class OperatorLogTest {

  private final Scene scene = Scene.open();

  private List<String> warnings() {
    return scene.log.lines(Level.WARN);
  }

  @Test
  void client_connected_saysWhoAndWhere() {
    Lease lease = scene.held("a");
    assertThat(scene.log.lines(Level.INFO))
        .containsExactly("INFO client " + clientId()
            + ": connected to redis 7.0.15 (standalone), lease time 30000 ms");
    assertThat(scene.client)
        .hasToString("Holdfast[client " + clientId() + ", redis 7.0.15 (standalone)]");
    scene.release(lease);
    assertThat(scene.gateway.take("release").holder()).startsWith(clientId() + ":");
  }

  private String clientId() {
    String text = scene.client.toString();
    return text.substring("Holdfast[client ".length(), text.indexOf(','));
  }

  @Test
  void lease_released_leavesNoLine() {
    scene.release(scene.held("a"));
    scene.gateway.take("release").released();
    assertThat(warnings()).isEmpty();
    assertThat(scene.log.lines(Level.DEBUG)).isEmpty();
  }

  @Test
  void lease_renewalRefused_leavesOneWarning() {
    Lease lease = scene.held("a");
    scene.advance(seconds(10));
    scene.gateway.take("renew").notHeld();
    assertThat(lease.isHeld()).isFalse();
    assertThat(warnings()).singleElement().asString().matches(lostLine(lease, "RENEWAL_REFUSED"));
  }

  @Test
  void lease_releaseRefused_leavesOneWarning() {
    Lease lease = scene.held("a");
    scene.release(lease);
    scene.gateway.take("release").notHeld();
    assertThat(warnings()).singleElement().asString().matches(lostLine(lease, "RENEWAL_REFUSED"));
  }

  @Test
  void lease_renewalsUnanswered_isAtRiskAndThenLost() {
    Lease lease = scene.held("a");
    scene.advance(seconds(20)); // the renewal is sent, and nothing comes back
    assertThat(warnings())
        .singleElement()
        .asString()
        .matches("WARN lease at risk on lock 'a' \\(token " + lease.token()
            + "\\): its renewal is late, and it is lost in 1?\\d{4} ms");
    scene.advance(seconds(20));
    assertThat(warnings()).hasSize(2).last().asString().matches(lostLine(lease, "DEADLINE_PASSED"));
  }

  @Test
  void lease_forced_leavesOneWarning() {
    Lease lease = scene.held("a");
    CompletableFuture<Boolean> unused = scene.lock("a").forceReleaseAsync();
    assertThat(lease.isHeld()).isFalse();
    assertThat(warnings()).singleElement().asString().matches(lostLine(lease, "FORCED"));
  }

  @Test
  void lease_fixedAndOver_isNoWarning() {
    Lease lease = scene.held("a", LeaseOptions.fixed(seconds(5)));
    scene.advance(seconds(6));
    assertThat(lease.isHeld()).isFalse();
    assertThat(warnings()).isEmpty();
    assertThat(scene.log.lines(Level.DEBUG)).singleElement().asString().contains("LEASE_OVER");
  }

  @Test
  void lease_fixedShortenedAndOverBeforeTheAnswer_isNoWarning() {
    Lease lease = scene.held("a", LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Void> unused = lease.renewAsync(seconds(5));
    scene.advance(seconds(6));
    assertThat(lease.isHeld()).isFalse();
    assertThat(warnings()).isEmpty();
    assertThat(scene.log.lines(Level.DEBUG)).singleElement().asString().contains("DEADLINE_PASSED");
  }

  @Test
  void lease_clientClosed_isNoWarning() {
    Lease lease = scene.held("a");
    scene.client.close();
    assertThat(lease.isHeld()).isFalse();
    assertThat(warnings()).isEmpty();
    assertThat(scene.log.lines(Level.DEBUG)).singleElement().asString().contains("CLOSED");
  }

  private static String lostLine(Lease lease, String reason) {
    return "WARN lease lost on lock 'a' \\(token " + lease.token() + "\\): .+ \\(" + reason + "\\)";
  }
}
