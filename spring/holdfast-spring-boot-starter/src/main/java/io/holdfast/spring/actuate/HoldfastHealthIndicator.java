package io.holdfast.spring.actuate;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** {@link LockHealth} for Spring Boot 3. */
public final class HoldfastHealthIndicator implements HealthIndicator {

  private final LockHealth health;

  /**
   * Shows what that finds.
   *
   * @param health asked each time
   */
  public HoldfastHealthIndicator(LockHealth health) {
    this.health = health;
  }

  @Override
  public Health health() {
    LockHealth.Finding finding = health.look();
    Health.Builder builder =
        finding.failure() == null ? Health.up() : Health.down(finding.failure());
    return builder.withDetails(finding.details()).build();
  }
}
