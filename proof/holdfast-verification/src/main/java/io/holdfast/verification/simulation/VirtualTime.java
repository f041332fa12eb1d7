package io.holdfast.verification.simulation;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * One clock and everything that will happen, in order. Time passes only from one event to the next. Not
 * thread-safe: the whole simulation is one thread.
 */
final class VirtualTime {

  static final long WALL_ORIGIN_MILLIS = 1_763_190_000_000L;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long nanos;
  private long numbers;

  long nanos() {
    return nanos;
  }

  /** Time since 1970 in µs, as the server and every wall clock have it. */
  long micros() {
    return WALL_ORIGIN_MILLIS * 1_000 + nanos / 1_000;
  }

  /** Happens after that time, in that process if it is one's: not while it is paused, never once it is dead. */
  Event after(long delayNanos, @Nullable SimulatedProcess process, Runnable task) {
    return at(nanos + Math.max(0, delayNanos), process, task);
  }

  Event at(long dueNanos, @Nullable SimulatedProcess process, Runnable task) {
    Event event = new Event(Math.max(nanos, dueNanos), numbers++, process, task);
    events.add(event);
    return event;
  }

  /** When the next event is due; {@code Long.MAX_VALUE} if there is none. */
  long nextNanos() {
    while (!events.isEmpty() && events.element().isVoid()) {
      events.remove();
    }
    return events.isEmpty() ? Long.MAX_VALUE : events.element().dueNanos;
  }

  /** Lets the next event happen, or wait for its process. Called when there is one. */
  void step() {
    Event event = events.remove();
    nanos = event.dueNanos;
    SimulatedProcess process = event.process;
    if (process != null && process.isPaused()) {
      event.dueNanos = process.resumesNanos();
      event.number = numbers++;
      events.add(event);
    } else {
      event.task.run();
    }
  }

  /** Something that will happen, unless it is cancelled. */
  static final class Event implements Comparable<Event> {

    private long dueNanos;
    private long number;
    private final @Nullable SimulatedProcess process;
    private final Runnable task;
    private boolean isCancelled;

    Event(long dueNanos, long number, @Nullable SimulatedProcess process, Runnable task) {
      this.dueNanos = dueNanos;
      this.number = number;
      this.process = process;
      this.task = task;
    }

    void cancel() {
      isCancelled = true;
    }

    boolean isCancelled() {
      return isCancelled;
    }

    private boolean isVoid() {
      return isCancelled || (process != null && process.isDead());
    }

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(dueNanos, other.dueNanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }
}
