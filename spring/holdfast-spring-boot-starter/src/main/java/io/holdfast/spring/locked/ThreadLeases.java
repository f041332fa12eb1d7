package io.holdfast.spring.locked;

import io.holdfast.Lease;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The leases of the annotated calls that a thread is inside of: joined by inner calls, checked before commits. */
@SuppressWarnings("ThreadLocalUsage") // one per application: two in a JVM have different servers
final class ThreadLeases {

  private record Key(String client, String lockName) {}

  /**
   * A lease that an annotated call has acquired.
   *
   * @param client the bean name of the client that has it
   */
  record Own(String client, Lease lease) {

    private Key key() {
      return new Key(client, lease.lockName());
    }
  }

  private final ThreadLocal<@Nullable Map<Key, Lease>> leases = new ThreadLocal<>();

  /** The lease of an outer call on this thread; {@code null} if there is none. */
  @Nullable
  Lease of(String client, String lockName) {
    Map<Key, Lease> mine = leases.get();
    return mine == null ? null : mine.get(new Key(client, lockName));
  }

  void add(List<Own> added) {
    if (added.isEmpty()) {
      return;
    }
    Map<Key, Lease> mine = leases.get();
    if (mine == null) {
      mine = new HashMap<>();
      leases.set(mine);
    }
    for (Own one : added) {
      mine.put(one.key(), one.lease());
    }
  }

  void remove(List<Own> removed) {
    Map<Key, Lease> mine = leases.get();
    if (mine != null) {
      removed.forEach(one -> mine.remove(one.key(), one.lease()));
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
    Map<Key, Lease> mine = leases.get();
    if (mine != null) {
      mine.values().forEach(Held::ensureNotLost);
    }
  }
}
