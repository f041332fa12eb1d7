package io.holdfast.internal.time;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One daemon thread per client, started at once: later there may be none to be had. Thread-safe. */
public final class SystemTimers implements Timers {

  private static final Logger log = LoggerFactory.getLogger(SystemTimers.class);

  private final ScheduledThreadPoolExecutor executor;

  public SystemTimers(String threadName) {
    executor = new ScheduledThreadPoolExecutor(1, task -> {
      Thread thread = new Thread(task, threadName);
      thread.setDaemon(true);
      return thread;
    });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.prestartCoreThread();
  }

  @Override
  public Timer after(long nanos, Runnable task) {
    try {
      Future<?> future =
          executor.schedule(() -> run(task), Math.max(nanos, 0), TimeUnit.NANOSECONDS);
      return () -> future.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {}; // closed: nothing is due any more
    }
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      log.error("a timer task failed; please report this", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
