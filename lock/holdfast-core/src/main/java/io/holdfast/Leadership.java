package io.holdfast;

import java.util.Optional;

/**
 * A campaign for the lead under a name, made by {@link Candidate#campaign()}: of all who stand for it, in whatever
 * process, one leads at a time, with the guarantees and limits of the lock of that name. Thread-safe.
 */
public interface Leadership extends AutoCloseable {

  /** {@return the name, which is that of a lock: whoever holds it leads} */
  String name();

  /** {@return whether this candidate leads, by the clock as read now} */
  boolean isLeader();

  /** {@return the leader's lease, as given to the gained callback; empty while this candidate does not lead} */
  Optional<LeaseView> current();

  /**
   * Ends the campaign: {@link #isLeader()} is false from now on, the lost callback runs, and when it has returned the
   * lock is released, so that the next candidate leads within milliseconds. Waits for all of that, whatever interrupts;
   * inside a callback of this very campaign it does not wait. A second call does nothing but wait. If the client's
   * executor has no thread for the callback within ten seconds (this call may sit on the only one), it runs on another.
   */
  @Override
  void close();
}
