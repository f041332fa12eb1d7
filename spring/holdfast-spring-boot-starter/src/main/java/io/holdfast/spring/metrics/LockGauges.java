package io.holdfast.spring.metrics;

import io.holdfast.Holdfast;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What a client holds and waits for, by group. A group's gauges appear when the registry is read for the
 * first time while something of the group is held or waited for, and stay. Thread-safe.
 */
public final class LockGauges implements MeterBinder {

  /*
   * Waiting raises no event, so groups are found by looking: reading the one gauge that is always there
   * looks at the client, and registers what is new. It shows from the next reading on.
   */
  private final Sample.Source source;

  /**
   * Reads one client.
   *
   * @param holdfast whose locks are shown
   * @param groups the tags
   */
  public LockGauges(Holdfast holdfast, LimitedGroups groups) {
    this.source = new Sample.Source(holdfast, groups);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Set<String> registered = ConcurrentHashMap.newKeySet();
    Gauge.builder(Names.BUSY_NAMES, () -> look(registry, registered).names())
        .description("Lock names that this client holds or waits for")
        .strongReference(true)
        .register(registry);
    look(registry, registered);
  }

  private Sample look(MeterRegistry registry, Set<String> registered) {
    Sample sample = source.now();
    for (String group : sample.groups()) {
      if (registered.add(group)) {
        register(registry, group);
      }
    }
    return sample;
  }

  private void register(MeterRegistry registry, String group) {
    Gauge.builder(Names.HELD, () -> source.now().of(group).held())
        .description("Leases that callers of this client have")
        .tag(Names.GROUP, group)
        .strongReference(true)
        .register(registry);
    Gauge.builder(Names.WAITING, () -> source.now().of(group).waiting())
        .description("Callers of this client that wait")
        .tag(Names.GROUP, group)
        .strongReference(true)
        .register(registry);
    TimeGauge.builder(
            Names.LONGEST_WAIT,
            () -> source.now().of(group).longestWaitNanos(),
            TimeUnit.NANOSECONDS)
        .description("How long the most patient of them has waited")
        .tag(Names.GROUP, group)
        .strongReference(true)
        .register(registry);
  }
}
