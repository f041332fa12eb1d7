package io.holdfast.interop;

import io.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A thread that does what it is told, one thing after the other: Redisson's locks belong to threads. */
final class Actor implements AutoCloseable {

  /** For what must happen. */
  static final Duration PATIENCE = Eventually.scaled(Duration.ofSeconds(60));

  /** An action that may throw anything. */
  interface Action {
    void run() throws Exception;
  }

  private final ExecutorService executor;
  private final Thread thread;

  Actor(String name) throws Exception {
    executor = Executors.newSingleThreadExecutor(task -> {
      Thread created = new Thread(task, "interop-" + name);
      created.setDaemon(true);
      return created;
    });
    thread = call(Thread::currentThread);
  }

  long threadId() {
    return thread.getId();
  }

  /** Begins the call; the future has its outcome. */
  <T> Future<T> begin(Callable<T> call) {
    return executor.submit(call);
  }

  /** As {@link #begin}, for an action without result. */
  Future<?> beginAction(Action action) {
    return begin(() -> {
      action.run();
      return true;
    });
  }

  /** Makes the call and waits for its outcome. */
  <T> T call(Callable<T> call) throws Exception {
    return outcome(begin(call));
  }

  /** As {@link #call}, for an action without result. */
  void run(Action action) throws Exception {
    outcome(beginAction(action));
  }

  /** What the call returned, or what it threw. */
  static <T> T outcome(Future<T> future) throws Exception {
    try {
      return future.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Whether its thread is parked inside a call. */
  boolean isParked() {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
