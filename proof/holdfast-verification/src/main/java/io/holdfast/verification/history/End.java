package io.holdfast.verification.history;

/** How a turn with the lock ended. */
public enum End {
  /** The release was confirmed. */
  RELEASED,
  /** The holder was told that the lock was no longer its own. */
  LOST,
  /** The release was not answered. */
  UNKNOWN,
  /** There was no release: the process ended first. */
  OPEN
}
