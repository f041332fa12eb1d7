package io.holdfast.flashsale.settings;

import org.springframework.context.SmartLifecycle;

/**
 * Something that is started and stopped in its place:
 *
 * <pre>
 * stopped first   streams of events, which would keep the web server waiting
 *                 the web server: takes no more, finishes what it has
 *                 work in the background: writers, expiry, …, and the rungs
 *                 locks
 *                 the connection to Redis
 * stopped last    the database
 * </pre>
 */
public final class Stopping implements SmartLifecycle {

  /** Before the web server. */
  public static final int STREAMS = DEFAULT_PHASE;

  /** After the web server, before the locks (1024). */
  public static final int WORK = 4096;

  /** After the locks, before the application's Redis client (0). */
  public static final int CONNECTION = 512;

  private final int phase;
  private final Runnable start;
  private final Runnable stop;
  private volatile boolean isRunning;

  /**
   * In that place.
   *
   * @param start when the application starts; those that stop last start first
   * @param stop when it stops
   */
  public Stopping(int phase, Runnable start, Runnable stop) {
    this.phase = phase;
    this.start = start;
    this.stop = stop;
  }

  @Override
  public void start() {
    start.run();
    isRunning = true;
  }

  @Override
  public void stop() {
    isRunning = false;
    stop.run();
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }

  @Override
  public int getPhase() {
    return phase;
  }

  /** What is closed cannot go on, so a context that tests keep for later is not paused. */
  @Override
  public boolean isPauseable() {
    return false;
  }
}
