package io.holdfast.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after the other, on the thread of whoever comes first: a state machine without a
 * thread and without a lock. Tasks are short and never block; a task may post further ones.
 * Thread-safe.
 */
public final class Mailbox {

  /*
   *   A posts a ---> runs a ---------> runs b ----> nothing left
   *   B posts b ---> A is at it: goes on
   *
   * `pending` counts tasks not yet finished. Whoever raises it from 0 runs until it is 0 again.
   */
  private static final Logger log = LoggerFactory.getLogger(Mailbox.class);

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  /** Runs the task now, or leaves it to the thread that is at it. */
  public void post(Runnable task) {
    enqueue(task);
    drain();
  }

  /** Leaves the task to the next {@link #drain}. */
  public void enqueue(Runnable task) {
    tasks.add(task);
  }

  /** Runs what is there, unless another thread is at it: then that one will. */
  public void drain() {
    if (pending.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      Runnable task;
      while ((task = tasks.poll()) != null) {
        run(task);
      }
      seen = pending.addAndGet(-seen);
    } while (seen != 0);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      report(e);
    }
  }

  /** Nothing may end the one who is at it before his time, not even the end of his stack. */
  private static void report(Throwable failure) {
    try {
      log.error("a task of the lock engine failed; please report this", failure);
    } catch (Throwable e) {
      return;
    }
  }
}
