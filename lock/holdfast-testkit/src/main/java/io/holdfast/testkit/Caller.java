package io.holdfast.testkit;

import static io.holdfast.testkit.Eventually.eventually;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A thread that makes one blocking call, which a test can watch waiting, interrupt, and ask for the outcome.
 *
 * @param <T> what the call returns
 */
public final class Caller<T> {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final CompletableFuture<T> outcome = new CompletableFuture<>();
  private final Thread thread;

  private Caller(Callable<T> call) {
    thread = new Thread(
        () -> {
          try {
            outcome.complete(call.call());
          } catch (Throwable e) { // whatever it is, the test asks for it
            outcome.completeExceptionally(e);
          }
        },
        "test-caller");
    thread.setDaemon(true);
  }

  /**
   * {@return the caller, whose call has begun}
   *
   * @param <T> what the call returns
   * @param call made on a thread of its own
   */
  public static <T> Caller<T> start(Callable<T> call) {
    Caller<T> caller = new Caller<>(call);
    caller.thread.start();
    return caller;
  }

  /**
   * {@return the caller, once it waits inside its call}
   *
   * @param <T> what the call returns
   * @param call made on a thread of its own; if it ends without waiting, that is an {@link AssertionError}
   */
  public static <T> Caller<T> startWaiting(Callable<T> call) {
    Caller<T> caller = start(call);
    caller.awaitWaiting();
    return caller;
  }

  /** Returns when the call waits. */
  public void awaitWaiting() {
    eventually("the caller waits", () -> {
      if (outcome.isDone()) {
        throw new AssertionError("the caller does not wait, its call ended: " + outcome);
      }
      Thread.State state = thread.getState();
      return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    });
  }

  /** Interrupts the calling thread. */
  public void interrupt() {
    thread.interrupt();
  }

  /** {@return whether the call has ended} */
  public boolean isDone() {
    return outcome.isDone();
  }

  /**
   * {@return what the call returned} Waits for its end, for 20 s before scaling.
   *
   * @throws Exception an {@code ExecutionException} if the call threw, a {@code TimeoutException} if it did not end
   */
  public T outcome() throws Exception {
    return outcome.get(Eventually.scaled(LIMIT).toNanos(), TimeUnit.NANOSECONDS);
  }
}
