package io.holdfast.spring.observation;

import io.holdfast.LeaseView;
import io.holdfast.spring.metrics.LimitedGroups;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the observations of a client's locks. Thread-safe. */
final class LockObserver {

  private static final Logger log = LoggerFactory.getLogger(LockObserver.class);

  /*
   *   the caller's observation  |------------------------------------------------|
   *     holdfast.wait             |------|
   *     holdfast.hold                    |-----------------------------|
   *
   * Both are children of what the caller observes when it asks for the lock. Neither is made current:
   * a lease may be closed on another thread, and what is made current must be undone where it was done.
   *
   * A registry of meters makes a timer of every observation. The timer of a hold must not have the name
   * of the metric holdfast.hold, whose tags are others: hence a name of its own.
   */
  static final String WAIT = "holdfast.wait";
  static final String WAIT_SPAN = "holdfast.wait";
  static final String HOLD = "holdfast.lease";
  static final String HOLD_SPAN = "holdfast.hold";

  static final String GROUP = "holdfast.group";
  static final String NAME = "holdfast.name";
  static final String TOKEN = "holdfast.token";
  static final String OUTCOME = "holdfast.outcome";
  static final String END = "holdfast.end";

  private final ObservationRegistry registry;
  private final LimitedGroups groups;
  private final AtomicBoolean hasFailed = new AtomicBoolean();

  LockObserver(ObservationRegistry registry, LimitedGroups groups) {
    this.registry = registry;
    this.groups = groups;
  }

  /** Whether nobody handles observations, so that none need be made. */
  boolean isOff() {
    return registry.isNoop();
  }

  Waiting waiting(String lockName) {
    Observation parent = registry.getCurrentObservation();
    return new Waiting(this, parent, started(() -> observation(WAIT, WAIT_SPAN, lockName, parent)));
  }

  Holding holding(LeaseView lease, @Nullable Observation parent) {
    Observation observation = started(() -> observation(HOLD, HOLD_SPAN, lease.lockName(), parent)
        .highCardinalityKeyValue(TOKEN, Long.toString(lease.token())));
    Holding holding = new Holding(this, observation);
    var unused = lease.lost().thenAccept(holding::lost);
    return holding;
  }

  /**
   * Tells the application's side: handlers, predicates, filters, groups. Whatever one of them throws, errors and
   * undeclared checked exceptions included, must not cost a caller its lease, nor the lock its holder.
   */
  void quietly(Runnable telling) {
    try {
      telling.run();
    } catch (Throwable e) {
      failed(e);
    }
  }

  /** Says so, once. */
  void failed(Throwable failure) {
    if (hasFailed.compareAndSet(false, true)) {
      log.warn(
          "observing a lock failed; the locks go on, further failures are not logged", failure);
    }
  }

  /** One that goes nowhere if it cannot be made. */
  private Observation started(Supplier<Observation> making) {
    Observation observation;
    try {
      observation = making.get();
    } catch (Throwable e) {
      failed(e);
      return Observation.NOOP;
    }
    quietly(observation::start);
    return observation;
  }

  private Observation observation(
      String name, String span, String lockName, @Nullable Observation parent) {
    Observation observation = Observation.createNotStarted(name, registry)
        .contextualName(span)
        .lowCardinalityKeyValue(GROUP, groups.groupOf(lockName))
        .highCardinalityKeyValue(NAME, lockName);
    return parent == null ? observation : observation.parentObservation(parent);
  }
}
