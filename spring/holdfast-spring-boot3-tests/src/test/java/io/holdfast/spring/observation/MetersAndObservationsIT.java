package io.holdfast.spring.observation;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.metrics.LockGauges;
import io.holdfast.spring.metrics.LockGroups;
import io.holdfast.spring.metrics.LockMetrics;
import io.holdfast.testkit.RedisServer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Meters, and the timers that a registry makes of observations, live side by side in Prometheus. */
class MetersAndObservationsIT {

  @Test
  void prometheus_metersAndObservations_noNameWithTwoSetsOfTags() throws Exception {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    meters.throwExceptionOnRegistrationFailure();
    ObservationRegistry observations = ObservationRegistry.create();
    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    LimitedGroups groups = new LimitedGroups(LockGroups.byPrefix(), 64);
    LockMetrics metrics = new LockMetrics(groups);
    metrics.bindTo(meters);
    try (RedisServer server = RedisServer.start();
        Holdfast inner = Holdfast.builder().uri(server.uri()).listener(metrics).build()) {
      Holdfast alice = new ObservedHoldfast(inner, observations, groups);
      try (Lease lease = alice.lock("sku:1").acquire()) {
        new LockGauges(alice, groups).bindTo(meters);
        assertThat(alice.lock("sku:1").tryAcquire(Duration.ofMillis(20))).isEmpty();
        assertThat(lease.isHeld()).isTrue();
      }
      eventually(
          () -> assertThat(meters.scrape())
              .contains(
                  "holdfast_hold_seconds_count{group=\"sku\"} 1",
                  "holdfast_lease_seconds_count{error=\"none\",holdfast_end=\"released\",holdfast_group=\"sku\"} 1",
                  "holdfast_wait_seconds_count{error=\"none\",holdfast_group=\"sku\",holdfast_outcome=\"refused\"} 1"));
    }
  }
}
