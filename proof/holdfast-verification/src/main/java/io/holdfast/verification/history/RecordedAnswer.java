package io.holdfast.verification.history;

/** What became of a request for the lock. */
public enum RecordedAnswer {
  /** The caller has the lock. */
  GRANTED,
  /** Somebody else has it. */
  REFUSED,
  /** Nobody knows: no answer, an interrupt, or a process that ended first. */
  UNKNOWN,
  /** The server answered with an error: surely not done. */
  ERROR
}
