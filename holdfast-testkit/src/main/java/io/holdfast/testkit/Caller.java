package io.holdfast.testkit;

import static io.holdfast.testkit.Eventually.eventually;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A thread that makes one blocking call, which a test can watch waiting, interrupt, and ask for the outcome. */
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

  /** Starts the call. */
  public static <T> Caller<T> start(Callable<T> call) {
    Caller<T> caller = new Caller<>(call);
    caller.thread.start();
    return caller;
  }

  /** Starts it and returns when it waits inside its call. */
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

  /** Whether the call has ended. */
  public boolean isDone() {
    return outcome.isDone();
  }

  /** What the call returned; an {@code ExecutionException} if it threw. */
  public T outcome() throws Exception {
    return outcome.get(Eventually.scaled(LIMIT).toNanos(), TimeUnit.NANOSECONDS);
  }
}
