package io.holdfast.internal.tenure;

import io.holdfast.internal.Events;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Who asked for a lease, and where. Warns once of what looks like a mistake. Thread-safe. */
public final class Origin {

  /** Who may hold a lock for as long as it likes, and nobody need hear of it. */
  public static final Origin NOBODY = new Origin(null, null);

  private final @Nullable Thread thread;
  private final @Nullable Throwable trace; // not of every one: see Origins
  private volatile boolean hasWarnedOfAge;
  private volatile boolean hasWarnedOfItself;

  Origin(@Nullable Thread thread, @Nullable Throwable trace) {
    this.thread = thread;
    this.trace = trace;
  }

  /** Its lease is renewed, and has been held for so long: perhaps nobody will ever end it. */
  public void heldFor(HeldLease lease, long heldNanos, Events events) {
    if (!hasWarnedOfAge) {
      hasWarnedOfAge = true;
      warn(
          lease,
          "has been held for " + Duration.ofSeconds(heldNanos / 1_000_000_000)
              + " and is still renewed: was it forgotten? See HoldfastBuilder.holdWarning",
          events);
    }
  }

  /** That thread waits for its lease. */
  public void awaitedBy(Thread waiting, HeldLease lease, Events events) {
    if (waiting == thread && !hasWarnedOfItself) {
      hasWarnedOfItself = true;
      warn(
          lease,
          "is waited for by the thread that has it: unless another one ends it, in vain. A lease is not re-entrant;"
              + " lock() is, of locks held by lock()",
          events);
    }
  }

  private void warn(HeldLease lease, String what, Events events) {
    if (thread != null) {
      events.suspicious(lease.lockName(), lease.token(), what, thread.getName(), trace);
    }
  }
}
