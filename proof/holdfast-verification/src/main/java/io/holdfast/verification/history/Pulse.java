package io.holdfast.verification.history;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread that does nothing but wake up every few milliseconds. Where it was late, its process was stopped or
 * starved, and what its other threads did not do in that time is nobody's fault.
 */
public final class Pulse implements AutoCloseable {

  /** So long without a beat, and the process stood still. */
  static final long STALL_NANOS = 40_000_000;

  private static final long BEAT_MILLIS = 10;
  private static final long LINE_NANOS = 100_000_000;

  private final Journal journal;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "pulse");

  /** Beats until closed. */
  public Pulse(Journal journal) {
    this.journal = journal;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long last = System.nanoTime();
    long written = last;
    try {
      while (!closed.await(BEAT_MILLIS, TimeUnit.MILLISECONDS)) {
        long now = System.nanoTime();
        if (now - last > STALL_NANOS || now - written > LINE_NANOS) {
          journal.pulse(now, last);
          written = now;
        }
        last = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
