package io.holdfast;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** What can be known about a lease by those who may not end it. Thread-safe; sends no command. */
public interface LeaseView {

  /** {@return the name of the lock} */
  String lockName();

  /**
   * {@return the fencing token: greater than that of every earlier grant the server still knows} Present it on every
   * access to the guarded data, the first read included. Beyond 2^53: text in JSON.
   */
  long token();

  /** {@return what is left until this holder must assume it lost the lock; zero when it is over} */
  Duration remaining();

  /** {@return whether the lease is held: neither released nor lost, by the clock as read now} */
  boolean isHeld();

  /**
   * Checks {@link #isHeld()} and throws if it is not so.
   *
   * @throws LeaseLostException if the lease was lost
   * @throws IllegalMonitorStateException if it was released
   */
  void ensureHeld();

  /**
   * {@return a stage that completes once, with the reason, if the lease is lost; never if it is released in time}
   * Dependents run on the client's executor. One that is attached when the loss has been told runs at once, on the
   * thread that attaches it, as with every {@link java.util.concurrent.CompletableFuture}.
   */
  CompletionStage<LeaseLoss> lost();
}
