package io.holdfast.spring.locked;

import io.holdfast.Lease;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The leases of the annotated calls that a thread is inside of: joined by inner calls, checked before commits. */
@SuppressWarnings("ThreadLocalUsage") // one per application: two in a JVM have different servers
final class ThreadLeases {

  private final ThreadLocal<@Nullable Map<String, Lease>> leases = new ThreadLocal<>();

  /** The lease of an outer call on this thread; {@code null} if there is none. */
  @Nullable
  Lease of(String lockName) {
    Map<String, Lease> mine = leases.get();
    return mine == null ? null : mine.get(lockName);
  }

  void add(List<Lease> added) {
    if (added.isEmpty()) {
      return;
    }
    Map<String, Lease> mine = leases.get();
    if (mine == null) {
      mine = new HashMap<>();
      leases.set(mine);
    }
    for (Lease lease : added) {
      mine.put(lease.lockName(), lease);
    }
  }

  void remove(List<Lease> removed) {
    Map<String, Lease> mine = leases.get();
    if (mine != null) {
      removed.forEach(lease -> mine.remove(lease.lockName(), lease));
      if (mine.isEmpty()) {
        leases.remove();
      }
    }
  }

  /**
   * Checks every lease of this thread.
   *
   * @throws io.holdfast.LeaseLostException if one is lost
   */
  void ensureHeld() {
    Map<String, Lease> mine = leases.get();
    if (mine != null) {
      mine.values().forEach(Held::ensureNotLost);
    }
  }
}
