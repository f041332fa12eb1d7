package io.holdfast.spring.boot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What operators see and may do.
 *
 * @param healthLock the lock name that the health check asks the server about; nobody needs to use it
 * @param forceRelease whether the endpoint may end somebody's turn
 */
@ConfigurationProperties("holdfast.actuator")
public record HoldfastActuatorProperties(
    @DefaultValue("holdfast:health") String healthLock,
    @DefaultValue ForceRelease forceRelease) {

  /**
   * The endpoint's delete operation.
   *
   * @param enabled off unless said otherwise
   */
  public record ForceRelease(@DefaultValue("false") boolean enabled) {}
}
