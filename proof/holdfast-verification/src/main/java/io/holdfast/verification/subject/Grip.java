package io.holdfast.verification.subject;

import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.End;
import java.util.function.Consumer;

/** The lock in one caller's hand. Used by the thread that got it. */
public interface Grip {

  /** The fencing token; 0 if the library has none. */
  long token();

  /** What the holder knows now. */
  Belief look();

  /** Takes the lock once more on this thread; the token seen inside, 0 if there is none. */
  default long reenter() throws Exception {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " knows no re-entry");
  }

  /** Undoes {@link #reenter()}. An exception means that nobody knows. */
  default End leave() throws Exception {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " knows no re-entry");
  }

  /** Calls, with the reason, when the library tells this holder unasked that the lock is lost. Most never do. */
  default void whenLost(Consumer<String> told) {}

  /** Releases the lock. An exception means that nobody knows. */
  End release() throws Exception;

  /**
   * What a holder knows about its hold.
   *
   * @param isHeld whether it may believe that it holds the lock
   * @param nanos when it looked
   * @param deadlineNanos until when it may believe it without looking again; {@link Call#NEVER} if the
   *     library gives no deadline
   * @param isByDeadline if it is not held: because the deadline has passed, not because it was told
   */
  record Belief(boolean isHeld, long nanos, long deadlineNanos, boolean isByDeadline) {

    /** A library that tells its holders nothing: they believe until they release. */
    public static Belief blind() {
      return new Belief(true, System.nanoTime(), Call.NEVER, false);
    }

    /** Held until then, by the holder's own clock. */
    public static Belief until(long deadlineNanos) {
      long now = System.nanoTime();
      return new Belief(now - deadlineNanos < 0, now, deadlineNanos, true);
    }
  }
}
