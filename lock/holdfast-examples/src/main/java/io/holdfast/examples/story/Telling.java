package io.holdfast.examples.story;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells everything a moment late, in the order in which it happened: lines of several processes do not
 * arrive in order, and a hand-over must not look like an overlap. Thread-safe.
 */
final class Telling implements AutoCloseable {

  private static final Duration DELAY = Duration.ofMillis(100);

  private final DelayQueue<Line> lines = new DelayQueue<>();
  private final Narrator narrator;
  private final Instant start;
  private final Thread thread = new Thread(this::run, "story-telling");

  Telling(Narrator narrator, Instant start) {
    this.narrator = narrator;
    this.start = start;
    thread.setDaemon(true);
    thread.start();
  }

  /** Tells it when its time has come. */
  void add(Duration at, Consumer<Narrator> line) {
    lines.add(new Line(start.plus(at), line));
  }

  private void run() {
    try {
      while (true) {
        lines.take().text().accept(narrator);
      }
    } catch (InterruptedException closed) {
      lines.stream().sorted().forEach(line -> line.text().accept(narrator));
    }
  }

  /** Tells what is left and stops. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Line(Instant at, Consumer<Narrator> text) implements Delayed {

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(Duration.between(Instant.now(), at.plus(DELAY)));
    }

    @Override
    public int compareTo(Delayed other) {
      return at.compareTo(((Line) other).at);
    }
  }
}
