package io.holdfast.examples;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.util.List;
import java.util.function.LongConsumer;

/** A job of several steps that must not run twice at once, however many instances start it. */
public final class GuardAJob {

  private GuardAJob() {}

  /**
   * Runs the steps under the lock; each is given the fencing token.
   *
   * @throws io.holdfast.LeaseLostException before the first step that is no longer guarded, or at the
   *     end if the last one was not
   */
  public static void run(String uri, List<LongConsumer> steps) throws InterruptedException {
    try (Holdfast holdfast = Holdfast.connect(uri);
        Lease lease = holdfast.lock("nightly-report").acquire()) { // waits; renewed until closed
      for (LongConsumer step : steps) {
        lease.ensureHeld(); // throws LeaseLostException, with the reason
        step.accept(lease.token()); // present it wherever the step reads or writes
      }
    } // released
  }
}
