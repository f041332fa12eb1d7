package io.holdfast.internal;

import io.holdfast.internal.time.Timers;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's own threads for completions and listeners. A few, started when there is something to do and ended
 * when there is nothing; more only if those are stuck. Thread-safe.
 */
final class CallbackThreads implements Executor {

  /*
   * A callback may block, even on a lock whose grant waits in this very queue behind it. So no number of threads is
   * enough, and a thread for each callback is too many when ten thousand waiters are answered at once:
   *
   *   tasks wait, fewer threads than USUAL ............... one more thread
   *   tasks wait, and in 10 ms none of them was taken .... one more thread: all are stuck
   *   no task for 5 s, or closed ......................... a thread ends
   *
   * What comes after close is still run: somebody waits for that answer.
   */
  private static final Logger log = LoggerFactory.getLogger(CallbackThreads.class);
  private static final int USUAL = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final int MOST_AT_CLOSE = 64;
  private static final long STUCK_NANOS = 10_000_000;
  private static final long IDLE_MILLIS = 5_000;

  private final String name;
  private final Timers timers;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private int threads;
  private int idle;
  private long taken;
  private long takenAtLastLook;
  private boolean isWatched;
  private boolean isClosed;

  CallbackThreads(String name, Timers timers) {
    this.name = name;
    this.timers = timers;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      tasks.add(task);
      if (idle >= tasks.size()) {
        notify();
      } else if (threads < USUAL || isClosed) {
        startThread();
      } else {
        watch();
      }
    }
  }

  private void startThread() {
    Thread thread = new Thread(this::work, name);
    thread.setDaemon(true);
    thread.start();
    threads++;
  }

  /** Looks after a while whether anybody has taken a task. */
  private void watch() {
    if (!isWatched && !isClosed) {
      isWatched = true;
      takenAtLastLook = taken;
      timers.after(STUCK_NANOS, this::look);
    }
  }

  private synchronized void look() {
    isWatched = false;
    if (!tasks.isEmpty()) {
      if (taken == takenAtLastLook) {
        startThread();
      }
      watch();
    }
  }

  private void work() {
    Runnable task = next();
    while (task != null) {
      try {
        task.run();
      } catch (Throwable e) {
        log.warn("a callback failed", e);
      }
      boolean unused = Thread.interrupted(); // what a callback did to its thread concerns no other
      task = next();
    }
  }

  /** The next task; null if this thread is no longer needed. */
  private synchronized @Nullable Runnable next() {
    if (tasks.isEmpty() && !isClosed) {
      idle++;
      await();
      idle--;
    }
    Runnable task = tasks.poll();
    if (task == null) {
      threads--;
    } else {
      taken++;
    }
    return task;
  }

  @SuppressWarnings("WaitNotInLoop") // woken for nothing, it ends, which is allowed at any time
  private void await() {
    try {
      wait(IDLE_MILLIS);
    } catch (InterruptedException e) {
      return; // somebody has kept this thread, and interrupts it late
    }
  }

  synchronized int threads() {
    return threads;
  }

  /** Idle threads end now, busy ones when they have run what there is. */
  synchronized void close() {
    isClosed = true;
    notifyAll();
    int stuck = Math.min(tasks.size(), MOST_AT_CLOSE);
    for (int i = 0; i < stuck; i++) {
      startThread(); // those there are may be stuck, and nobody looks any more
    }
  }
}
