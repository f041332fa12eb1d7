package io.holdfast.spring.metrics;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spring.FakeHoldfast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is held and waited for, as gauges. */
class LockGaugesTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final FakeHoldfast holdfast = new FakeHoldfast();
  private final LockGauges gauges =
      new LockGauges(holdfast, new LimitedGroups(LockGroups.byPrefix(), 64));

  private double value(String name, String group) {
    return registry.get(name).tag("group", group).gauge().value();
  }

  @Test
  void gauges_severalNamesOfAGroup_addedUp() {
    holdfast.held("sku:1", 7).held("sku:2", 8).waiting("sku:3", 4, Duration.ofMillis(1500));
    holdfast.waiting("sku:4", 2, Duration.ofMillis(500)).held("job:x", 9);
    gauges.bindTo(registry);

    assertThat(registry.get("holdfast.names").gauge().value()).isEqualTo(5);
    assertThat(value("holdfast.held", "sku")).isEqualTo(2);
    assertThat(value("holdfast.waiting", "sku")).isEqualTo(6);
    assertThat(value("holdfast.held", "job")).isEqualTo(1);
    assertThat(value("holdfast.waiting", "job")).isZero();
    TimeGauge longest =
        registry.get("holdfast.waiting.longest").tag("group", "sku").timeGauge();
    assertThat(longest.value(TimeUnit.MILLISECONDS)).isEqualTo(1500);
  }

  @Test
  void gauges_groupThatOnlyWaits_appearsByReading() {
    gauges.bindTo(registry);
    assertThat(registry.find("holdfast.waiting").gauges()).isEmpty();
    holdfast.waiting("sku:3", 4, Duration.ofMillis(1500));
    eventually(() -> assertThat(registry.get("holdfast.names").gauge().value()).isEqualTo(1));
    assertThat(value("holdfast.waiting", "sku")).isEqualTo(4);
  }

  @Test
  void gauges_nothingGoesOnAnyMore_zero() {
    holdfast.held("sku:1", 7);
    gauges.bindTo(registry);
    assertThat(value("holdfast.held", "sku")).isEqualTo(1);
    holdfast.activities.clear();
    eventually(() -> assertThat(value("holdfast.held", "sku")).isZero());
    assertThat(registry.get("holdfast.names").gauge().value()).isZero();
  }
}
