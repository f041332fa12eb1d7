package io.holdfast.spring.locked;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The leases of the annotated calls that a thread is inside of: joined by inner calls, checked before commits. */
@SuppressWarnings("ThreadLocalUsage") // one per application: two in a JVM have different servers
final class ThreadLeases {

  private record Key(String client, String lockName) {

    static Key of(OwnLease one) {
      return new Key(one.client(), one.lease().lockName());
    }
  }

  private final ThreadLocal<@Nullable Map<Key, OwnLease>> leases = new ThreadLocal<>();

  /** The lease of an outer call on this thread; {@code null} if there is none. */
  @Nullable
  OwnLease of(String client, String lockName) {
    Map<Key, OwnLease> mine = leases.get();
    return mine == null ? null : mine.get(new Key(client, lockName));
  }

  void add(List<OwnLease> added) {
    if (added.isEmpty()) {
      return;
    }
    Map<Key, OwnLease> mine = leases.get();
    if (mine == null) {
      mine = new HashMap<>();
      leases.set(mine);
    }
    for (OwnLease one : added) {
      mine.put(Key.of(one), one);
    }
  }

  void remove(List<OwnLease> removed) {
    Map<Key, OwnLease> mine = leases.get();
    if (mine != null) {
      removed.forEach(one -> mine.remove(Key.of(one), one));
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
    Map<Key, OwnLease> mine = leases.get();
    if (mine != null) {
      mine.values().forEach(one -> Held.ensureNotLost(one.lease()));
    }
  }
}
