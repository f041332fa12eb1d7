package io.holdfast.spring.integration;

import io.holdfast.LeaseView;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What each thread has locked and not unlocked yet, lost or not. Thread-safe: every thread has its own. */
final class ThreadKeys {

  private final ThreadLocal<Map<String, Hold>> holds = ThreadLocal.withInitial(HashMap::new);

  @Nullable
  Hold get(String lockName) {
    Hold hold = holds.get().get(lockName);
    if (hold == null) {
      forgetIfEmpty();
    }
    return hold;
  }

  /** One more {@code lock} has succeeded. */
  void entered(String lockName, LeaseView lease) {
    Hold known = holds.get().get(lockName);
    int count = known == null ? 0 : known.count();
    holds.get().put(lockName, new Hold(lease, count + 1));
  }

  /** One {@code unlock} was called. */
  void left(String lockName) {
    holds
        .get()
        .computeIfPresent(
            lockName,
            (name, hold) -> hold.count() == 1 ? null : new Hold(hold.lease(), hold.count() - 1));
    forgetIfEmpty();
  }

  private void forgetIfEmpty() {
    if (holds.get().isEmpty()) {
      holds.remove();
    }
  }

  /**
   * One thread's hold.
   *
   * @param count how many unlocks are owed
   */
  record Hold(LeaseView lease, int count) {}
}
