package io.holdfast.spring.actuate;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** {@link LockHealth} for Spring Boot 4, where health has moved to another package. */
public final class HoldfastHealthContributor implements HealthIndicator {

  private final LockHealth health;

  /**
   * Shows what that finds.
   *
   * @param health asked each time
   */
  public HoldfastHealthContributor(LockHealth health) {
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
