package io.holdfast.verification.sabotage;

import io.holdfast.testkit.RespClient;
import io.holdfast.verification.traffic.Pace;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Hears releases, on a thread of its own; subscribes again after a failure, and does not say that it was deaf. */
final class Ear implements AutoCloseable {

  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(10);

  private static final double RECONNECT_MILLIS = 50;

  private final int port;
  private final Thread thread = new Thread(this::run, "sabotaged-ear");
  private volatile boolean isClosed;
  private volatile RespClient client;
  private long heard;

  Ear(int port) {
    this.port = port;
    this.client = RespClient.connect(port, LONGEST_SILENCE);
    thread.setDaemon(true);
    thread.start();
  }

  /** How many releases it has heard. */
  synchronized long heard() {
    return heard;
  }

  /** Until more than that has been heard, or so much time has passed. */
  synchronized void await(long before, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = end - System.nanoTime();
        heard == before && left > 0;
        left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  private synchronized void hear() {
    heard++;
    notifyAll();
  }

  private void run() {
    while (!isClosed) {
      try {
        client.command("SUBSCRIBE", "released");
        while (true) {
          client.read();
          hear();
        }
      } catch (UncheckedIOException cut) {
        connectAgain();
      }
    }
  }

  private void connectAgain() {
    client.close();
    Pace.millis(RECONNECT_MILLIS);
    try {
      client = isClosed ? client : RespClient.connect(port, LONGEST_SILENCE);
    } catch (UncheckedIOException nobodyThere) { // the next round fails, and comes here again
    }
  }

  @Override
  public void close() {
    isClosed = true;
    client.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
