package io.holdfast;

import java.time.Duration;
import java.util.Optional;

/**
 * What one client does about one lock, at one moment.
 *
 * @param lockName the lock
 * @param held the lease that a caller of this client has; empty while nobody here holds the lock
 * @param waiting how many callers of this client wait for it
 * @param longestWait how long the most patient of them has waited; zero when nobody waits
 */
public record LockActivity(
    String lockName, Optional<Held> held, int waiting, Duration longestWait) {

  /**
   * A lease that is out.
   *
   * @param token its fencing token
   * @param heldFor since the grant
   * @param remaining until its holder must assume it lost the lock
   * @param isRenewed whether the watchdog renews it while it is held
   */
  public record Held(long token, Duration heldFor, Duration remaining, boolean isRenewed) {}
}
