package io.holdfast.spring.metrics;

import io.holdfast.LeaseLoss;
import io.holdfast.LockEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The meters of one group of locks in one registry. All of them are there from the group's first event,
 * with zeros, so that a rate over the first loss is seen. Recording allocates nothing.
 */
final class GroupMeters {

  private final Timer granted;
  private final Timer handedOver;
  private final Map<LockEvent.NotAcquired.Outcome, Timer> waited =
      new EnumMap<>(LockEvent.NotAcquired.Outcome.class);
  private final Timer hold;
  private final Timer renewalLag;
  private final Counter atRisk;
  private final Map<LeaseLoss.Reason, Counter> lost = new EnumMap<>(LeaseLoss.Reason.class);

  private GroupMeters(MeterRegistry registry, String group) {
    granted = acquire(registry, group, "granted");
    handedOver = acquire(registry, group, "handed_over");
    for (LockEvent.NotAcquired.Outcome outcome : LockEvent.NotAcquired.Outcome.values()) {
      waited.put(outcome, acquire(registry, group, tag(outcome)));
    }
    hold = Timer.builder(Names.HOLD)
        .description("From the grant of a lease to its release by the holder")
        .tag(Names.GROUP, group)
        .register(registry);
    renewalLag = Timer.builder(Names.RENEWAL_LAG)
        .description(
            "How much later than planned a renewal was sent; its count is that of renewals")
        .tag(Names.GROUP, group)
        .register(registry);
    atRisk = Counter.builder(Names.AT_RISK)
        .description("Leases whose renewal was late, while they were still held")
        .tag(Names.GROUP, group)
        .register(registry);
    for (LeaseLoss.Reason reason : LeaseLoss.Reason.values()) {
      lost.put(
          reason,
          Counter.builder(Names.LOST)
              .description("Leases that ended before their holder ended them")
              .tag(Names.GROUP, group)
              .tag(Names.REASON, tag(reason))
              .register(registry));
    }
  }

  private static Timer acquire(MeterRegistry registry, String group, String outcome) {
    return Timer.builder(Names.ACQUIRE)
        .description("From the call to the lock or to the end of the wait")
        .tag(Names.GROUP, group)
        .tag(Names.OUTCOME, outcome)
        .register(registry);
  }

  private static String tag(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  void record(LockEvent event) {
    if (event instanceof LockEvent.Acquired acquired) {
      granted.record(acquired.waited());
    } else if (event instanceof LockEvent.HandedOver over) {
      handedOver.record(over.waited());
    } else if (event instanceof LockEvent.Released released) {
      hold.record(released.held());
    } else if (event instanceof LockEvent.NotAcquired wait) {
      timer(wait.outcome()).record(wait.waited());
    } else if (event instanceof LockEvent.Renewed renewed) {
      renewalLag.record(renewed.lag());
    } else if (event instanceof LockEvent.AtRisk) {
      atRisk.increment();
    } else if (event instanceof LockEvent.Lost loss) {
      counter(loss.loss().reason()).increment();
    }
  }

  @SuppressWarnings("NullAway") // every outcome has one
  private Timer timer(LockEvent.NotAcquired.Outcome outcome) {
    return waited.get(outcome);
  }

  @SuppressWarnings("NullAway") // every reason has one
  private Counter counter(LeaseLoss.Reason reason) {
    return lost.get(reason);
  }

  /** The groups' meters in one registry. Thread-safe. */
  static final class Book {

    private final MeterRegistry registry;
    private final Map<String, GroupMeters> byGroup = new ConcurrentHashMap<>();

    Book(MeterRegistry registry) {
      this.registry = registry;
    }

    GroupMeters of(String group) {
      GroupMeters known = byGroup.get(group);
      return known != null
          ? known
          : byGroup.computeIfAbsent(group, name -> new GroupMeters(registry, name));
    }
  }
}
