package io.holdfast.internal.waiting;

import io.holdfast.LockActivity;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks every delegate of a client what it does. Each answers between two of its events, so what is said
 * about one name is true of one moment; two names are of two moments.
 */
public final class Snapshot {

  /*
   * A mailbox that nobody is at answers at once, on this thread. One that is busy answers when our
   * question comes up. Only a listener on an executor that runs it at once can keep a mailbox busy for
   * long, or ask from inside of it and so wait for itself: that is why there is a limit.
   */
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private Snapshot() {}

  /** One entry for every name that is held or waited for; a name that does not answer is left out. */
  public static List<LockActivity> of(Delegates delegates) {
    List<CompletableFuture<Optional<LockActivity>>> asked =
        delegates.all().stream().map(Snapshot::ask).toList();
    long end = System.nanoTime() + LIMIT_NANOS;
    return asked.stream().flatMap(answer -> await(answer, end).stream()).toList();
  }

  private static CompletableFuture<Optional<LockActivity>> ask(Delegate delegate) {
    CompletableFuture<Optional<LockActivity>> answer = new CompletableFuture<>();
    delegate.report(answer::complete);
    return answer;
  }

  /** Does not mind interrupts: it is over soon. */
  private static Optional<LockActivity> await(
      CompletableFuture<Optional<LockActivity>> answer, long end) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException | TimeoutException e) {
          return Optional.empty();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
