package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A thread in one blocking call: it can be seen waiting, interrupted, and asked for the outcome. */
final class Caller<T> {

  private final CompletableFuture<T> outcome = new CompletableFuture<>();
  private final Thread thread;

  private Caller(Callable<T> call) {
    thread = new Thread(
        () -> {
          try {
            outcome.complete(call.call());
          } catch (Throwable e) { // the test asks for it
            outcome.completeExceptionally(e);
          }
        },
        "fault-caller");
    thread.setDaemon(true);
  }

  static <T> Caller<T> start(Callable<T> call) {
    Caller<T> caller = new Caller<>(call);
    caller.thread.start();
    return caller;
  }

  /** Returns when the call parks. */
  static <T> Caller<T> startWaiting(Callable<T> call) {
    Caller<T> caller = start(call);
    eventually("the caller waits", caller::isParked);
    return caller;
  }

  private boolean isParked() {
    if (outcome.isDone()) {
      throw new AssertionError("the caller does not wait, its call ended: " + outcome);
    }
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  void interrupt() {
    thread.interrupt();
  }

  boolean isDone() {
    return outcome.isDone();
  }

  /** What the call returned; an {@code ExecutionException} if it threw. */
  T outcome() throws Exception {
    return outcome.get(FaultFixture.PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
  }
}
