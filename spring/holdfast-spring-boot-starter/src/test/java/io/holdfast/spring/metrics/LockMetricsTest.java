package io.holdfast.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LeaseLoss;
import io.holdfast.LockEvent;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From events to meters. */
class LockMetricsTest {

  private static final String SKU = "sku:42";
  private static final Duration TIME = Duration.ofMillis(20);

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final LockMetrics metrics = bound(registry);

  private static LockMetrics bound(MeterRegistry registry) {
    LockMetrics metrics = new LockMetrics(new LimitedGroups(LockGroups.byPrefix(), 64));
    metrics.bindTo(registry);
    return metrics;
  }

  private Timer acquire(String outcome) {
    return registry
        .get("holdfast.acquire")
        .tags("group", "sku", "outcome", outcome)
        .timer();
  }

  @Test
  void acquired_event_timedAsGranted() {
    metrics.on(new LockEvent.Acquired(SKU, 1, TIME));
    assertThat(acquire("granted").count()).isEqualTo(1);
    assertThat(acquire("granted").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(20);
    assertThat(acquire("handed_over").count()).isZero();
  }

  @Test
  void handedOver_event_timedApart() {
    metrics.on(new LockEvent.HandedOver(SKU, 1, TIME));
    assertThat(acquire("handed_over").count()).isEqualTo(1);
    assertThat(acquire("granted").count()).isZero();
  }

  @ParameterizedTest
  @EnumSource(LockEvent.NotAcquired.Outcome.class)
  void waited_event_timedByOutcome(LockEvent.NotAcquired.Outcome outcome) {
    metrics.on(new LockEvent.NotAcquired(SKU, outcome, TIME));
    assertThat(acquire(outcome.name().toLowerCase(java.util.Locale.ROOT)).count())
        .isEqualTo(1);
    assertThat(total("holdfast.acquire")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(LeaseLoss.Reason.class)
  void lost_event_countedByReason(LeaseLoss.Reason reason) {
    metrics.on(new LockEvent.Lost(SKU, new LeaseLoss(SKU, 1, reason, "gone")));
    String tag = reason.name().toLowerCase(java.util.Locale.ROOT);
    assertThat(registry
            .get("holdfast.lost")
            .tags("group", "sku", "reason", tag)
            .counter()
            .count())
        .isEqualTo(1);
    assertThat(registry.get("holdfast.lost").counters().stream()
            .mapToDouble(c -> c.count())
            .sum())
        .isEqualTo(1);
  }

  @Test
  void releasedRenewedAtRisk_events_eachItsMeter() {
    metrics.on(new LockEvent.Released(SKU, 1, TIME));
    metrics.on(new LockEvent.Renewed(SKU, 1, Duration.ofMillis(3)));
    metrics.on(new LockEvent.AtRisk(SKU, 1, TIME));
    assertThat(registry.get("holdfast.hold").tag("group", "sku").timer().count())
        .isEqualTo(1);
    Timer lag = registry.get("holdfast.renewal.lag").tag("group", "sku").timer();
    assertThat(lag.count()).isEqualTo(1);
    assertThat(lag.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(3);
    assertThat(registry.get("holdfast.at.risk").tag("group", "sku").counter().count())
        .isEqualTo(1);
  }

  @Test
  void meters_manyNames_noMoreThanTheGroups() {
    metrics.on(new LockEvent.Acquired("sku:0", 1, TIME));
    int ofOneGroup = registry.getMeters().size();
    for (int i = 1; i < 5_000; i++) {
      metrics.on(new LockEvent.Acquired("sku:" + i, 1, TIME));
      metrics.on(new LockEvent.Acquired("user" + i, 1, TIME));
      metrics.on(new LockEvent.Acquired(letters(i), 1, TIME)); // names that are all groups
    }
    assertThat(registry.getMeters()).hasSizeLessThanOrEqualTo(65 * ofOneGroup);
    assertThat(registry.getMeters())
        .allSatisfy(meter -> assertThat(meter.getId().getTags())
            .extracting(tag -> tag.getKey())
            .isSubsetOf("group", "outcome", "reason"));
  }

  private static String letters(int number) {
    StringBuilder text = new StringBuilder();
    for (int rest = number; rest > 0; rest /= 10) {
      text.append((char) ('a' + rest % 10));
    }
    return text.toString();
  }

  @Test
  void meters_firstEventOfAGroup_allAreThereWithZeros() {
    metrics.on(new LockEvent.Acquired(SKU, 1, TIME));
    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getName())
        .contains(
            "holdfast.acquire",
            "holdfast.hold",
            "holdfast.renewal.lag",
            "holdfast.at.risk",
            "holdfast.lost");
    assertThat(registry.get("holdfast.lost").counters()).hasSize(LeaseLoss.Reason.values().length);
  }

  @Test
  void events_twoRegistries_countedInBoth() {
    MeterRegistry second = new SimpleMeterRegistry();
    metrics.bindTo(second);
    metrics.on(new LockEvent.Acquired(SKU, 1, TIME));
    for (MeterRegistry each : List.of(registry, second)) {
      assertThat(each.get("holdfast.acquire").tag("outcome", "granted").timer().count())
          .isEqualTo(1);
    }
  }

  @Test
  void events_notBound_ignored() {
    LockMetrics unbound = new LockMetrics(new LimitedGroups(LockGroups.byPrefix(), 64));
    unbound.on(new LockEvent.Acquired(SKU, 1, TIME));
    unbound.bindTo(registry);
    assertThat(registry.getMeters()).isEmpty();
  }

  private long total(String name) {
    return registry.get(name).timers().stream().mapToLong(Timer::count).sum();
  }

  @Test
  void meters_everyOne_hasADescription() {
    metrics.on(new LockEvent.Acquired(SKU, 1, TIME));
    assertThat(registry.getMeters())
        .extracting(Meter::getId)
        .allSatisfy(id -> assertThat(id.getDescription()).isNotBlank());
  }
}
