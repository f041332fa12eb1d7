package io.holdfast.flashsale.work;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that is done again and again by a thread of its own. A failure is logged, once until it works again, and
 * does not end it. Thread-safe.
 */
public final class Repeated implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Repeated.class);
  private static final Duration LAST_ROUND = Duration.ofSeconds(10);

  private final String name;
  private final Duration pause;
  private final Runnable round;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private boolean failing; // the thread's own

  /** Prepares it; {@link #start} begins. */
  public Repeated(String name, Duration pause, Runnable round) {
    this.name = name;
    this.pause = pause;
    this.round = round;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Begins with the first round. Once. */
  public void start() {
    thread.start();
  }

  private void run() {
    try {
      do {
        attempt();
      } while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      return; // closed, and the last round took too long
    }
  }

  private void attempt() {
    try {
      round.run();
      failing = false;
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warn("{} failed and is tried again every {}", name, pause, e);
      }
      failing = true;
    }
  }

  /** Waits for the round that runs, 10 s at most, and begins no other. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (thread.isAlive() && thread != Thread.currentThread()) {
        thread.join(LAST_ROUND.toMillis());
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
