package io.holdfast;

import java.time.Duration;

/** Something that happened to a lock in this client. */
public sealed interface LockEvent {

  /** {@return the name of the lock} */
  String lockName();

  /**
   * A caller got the lock from the server.
   *
   * @param lockName the lock
   * @param token the lease's token
   * @param waited from the call to the grant
   */
  record Acquired(String lockName, long token, Duration waited) implements LockEvent {}

  /**
   * A caller got the lock from another caller of this client, without a word to the server.
   *
   * @param lockName the lock
   * @param token the lease's token
   * @param waited from the call to the grant
   */
  record HandedOver(String lockName, long token, Duration waited) implements LockEvent {}

  /**
   * A caller's wait ended without the lock.
   *
   * @param lockName the lock
   * @param outcome how it ended
   * @param waited from the call to the end
   */
  record NotAcquired(String lockName, Outcome outcome, Duration waited) implements LockEvent {

    /** How a wait ended. */
    public enum Outcome {
      /** Somebody else held it for the whole wait. */
      REFUSED,
      /** The server did not answer, or answered with an error; or too few replicas acknowledged the grant. */
      UNAVAILABLE,
      /** The caller was interrupted or cancelled. */
      WITHDRAWN,
      /** The client was closed. */
      CLOSED
    }
  }

  /**
   * A lease was renewed.
   *
   * @param lockName the lock
   * @param token the lease's token
   * @param lag how much later than planned
   */
  record Renewed(String lockName, long token, Duration lag) implements LockEvent {}

  /**
   * A renewal is late; the lease is still held.
   *
   * @param lockName the lock
   * @param token the lease's token
   * @param remaining until the lease is lost
   */
  record AtRisk(String lockName, long token, Duration remaining) implements LockEvent {}

  /**
   * A lease was lost.
   *
   * @param lockName the lock
   * @param loss why, and the lease's token
   */
  record Lost(String lockName, LeaseLoss loss) implements LockEvent {}

  /**
   * A lease was released by its holder; whether the server has done it may be unknown, as the holder has heard.
   *
   * @param lockName the lock
   * @param token the lease's token
   * @param held from the grant to the release
   */
  record Released(String lockName, long token, Duration held) implements LockEvent {}
}
