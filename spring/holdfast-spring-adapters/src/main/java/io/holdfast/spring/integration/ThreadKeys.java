package io.holdfast.spring.integration;

import io.holdfast.Lease;
import io.holdfast.LeaseView;
import java.time.Duration;
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
  void put(String lockName, Hold hold) {
    holds.get().put(lockName, hold);
  }

  /** One {@code unlock} was called. */
  void left(String lockName) {
    holds.get().computeIfPresent(lockName, (name, hold) -> hold.count() == 1 ? null : hold.left());
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
   * @param lease by which it can be asked
   * @param timed the same, if it ends after a time of the caller's choice
   * @param time that time
   * @param count how many unlocks are owed
   */
  record Hold(LeaseView lease, @Nullable Lease timed, Duration time, int count) {

    /** One that is renewed while its thread lives. */
    static Hold renewed(LeaseView lease) {
      return new Hold(lease, null, Duration.ZERO, 1);
    }

    /** One that ends after that time. */
    static Hold timed(Lease lease, Duration time) {
      return new Hold(lease, lease, time, 1);
    }

    Hold entered() {
      return new Hold(lease, timed, time, count + 1);
    }

    Hold left() {
      return new Hold(lease, timed, time, count - 1);
    }
  }
}
