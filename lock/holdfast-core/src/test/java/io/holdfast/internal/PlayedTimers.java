package io.holdfast.internal;

import io.holdfast.internal.time.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Timers that fire only when the test moves the time, on the test's thread. Thread-safe. */
public final class PlayedTimers implements Timers {

  private record Task(long dueNanos, long number, Runnable action) {}

  private final PlayedTicker ticker;
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::dueNanos).thenComparingLong(Task::number));
  private long numbers;
  private boolean closed;
  private @Nullable Error nextError;

  public PlayedTimers(PlayedTicker ticker) {
    this.ticker = ticker;
  }

  @Override
  public synchronized Timer after(long nanos, Runnable action) {
    long now = ticker.nanos();
    long due = nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, nanos);
    Error planned = nextError;
    if (planned != null) {
      nextError = null;
      throw planned;
    }
    Task task = new Task(due, numbers++, action);
    if (!closed) {
      tasks.add(task);
    }
    return () -> remove(task);
  }

  /** The next timer cannot be set. */
  synchronized void failNext(Error error) {
    nextError = error;
  }

  private synchronized void remove(Task task) {
    tasks.remove(task);
  }

  @Override
  public synchronized void close() {
    closed = true;
    tasks.clear();
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  public synchronized int pending() {
    return tasks.size();
  }

  /** Time goes on; what is due meanwhile fires in order, each at its moment. */
  public void advance(Duration time) {
    long end = ticker.nanos() + time.toNanos();
    Task task;
    while ((task = takeDue(end)) != null) {
      ticker.moveTo(Math.max(ticker.nanos(), task.dueNanos()));
      task.action().run();
    }
    ticker.moveTo(end);
  }

  /** Time goes on without a timer being served: the process slept, or its timer thread is late. */
  public void pass(Duration time) {
    ticker.moveTo(ticker.nanos() + time.toNanos());
  }

  /** Serves what is due by now; what that plans anew for now or earlier as well. */
  public void fireDue() {
    Task task;
    while ((task = takeDue(ticker.nanos())) != null) {
      task.action().run();
    }
  }

  private synchronized @Nullable Task takeDue(long end) {
    Task first = tasks.peek();
    return first == null || first.dueNanos() > end ? null : tasks.poll();
  }
}
