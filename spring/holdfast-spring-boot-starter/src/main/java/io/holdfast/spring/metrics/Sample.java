package io.holdfast.spring.metrics;

import io.holdfast.Holdfast;
import io.holdfast.LockActivity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client held and waited for when it was looked at.
 *
 * @param names how many lock names
 * @param byGroup the same, added up
 */
record Sample(int names, Map<String, Sum> byGroup) {

  private static final Sum NOTHING = new Sum(0, 0, 0);

  Set<String> groups() {
    return byGroup.keySet();
  }

  Sum of(String group) {
    return byGroup.getOrDefault(group, NOTHING);
  }

  static Sample of(List<LockActivity> activities, LimitedGroups groups) {
    Map<String, Sum> sums = new HashMap<>();
    for (LockActivity activity : activities) {
      sums.merge(groups.groupOf(activity.lockName()), Sum.of(activity), Sum::plus);
    }
    return new Sample(activities.size(), sums);
  }

  /** One group's figures. */
  record Sum(int held, int waiting, long longestWaitNanos) {

    static Sum of(LockActivity activity) {
      return new Sum(
          activity.held().isPresent() ? 1 : 0,
          activity.waiting(),
          activity.longestWait().toNanos());
    }

    Sum plus(Sum other) {
      return new Sum(
          held + other.held,
          waiting + other.waiting,
          Math.max(longestWaitNanos, other.longestWaitNanos));
    }
  }

  /** Looks at the client, at most once a second: a registry reads many gauges at once. Thread-safe. */
  static final class Source {

    private static final long FRESH_NANOS = 1_000_000_000;

    private final Holdfast holdfast;
    private final LimitedGroups groups;
    private @Nullable Sample last;
    private long takenNanos;

    Source(Holdfast holdfast, LimitedGroups groups) {
      this.holdfast = holdfast;
      this.groups = groups;
    }

    synchronized Sample now() {
      long now = System.nanoTime();
      Sample known = last;
      if (known == null || now - takenNanos >= FRESH_NANOS) {
        known = Sample.of(holdfast.activities(), groups);
        last = known;
        takenNanos = now;
      }
      return known;
    }
  }
}
