package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A thread that makes one blocking call; a test can watch it wait, interrupt it, and ask for the outcome. */
final class Caller<T> {

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
        "story-caller");
    thread.setDaemon(true);
  }

  static <T> Caller<T> start(Callable<T> call) {
    Caller<T> caller = new Caller<>(call);
    caller.thread.start();
    return caller;
  }

  /** Starts it and returns when it is parked inside its call. */
  static <T> Caller<T> startWaiting(Callable<T> call) {
    Caller<T> caller = start(call);
    eventually("the caller waits", () -> {
      if (caller.outcome.isDone()) {
        throw new AssertionError("the caller does not wait, its call ended: " + caller.outcome);
      }
      Thread.State state = caller.thread.getState();
      return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    });
    return caller;
  }

  void interrupt() {
    thread.interrupt();
  }

  boolean isDone() {
    return outcome.isDone();
  }

  /** What the call returned; an {@code ExecutionException} if it threw. */
  T outcome() throws Exception {
    return outcome.get(Story.PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
  }
}
