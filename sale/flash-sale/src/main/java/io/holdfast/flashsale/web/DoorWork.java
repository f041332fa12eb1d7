package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.SoldOutMemory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread that keeps fresh what the front door knows. */
final class DoorWork implements Executor, AutoCloseable {

  private static final Duration CHECK_EVERY = Duration.ofMillis(100);
  private static final Duration METERS_EVERY = Duration.ofSeconds(2);

  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, work -> {
    Thread made = new Thread(work, "flash-sale-door");
    made.setDaemon(true);
    return made;
  });
  private final ScheduledThreadPoolExecutor reader = new ScheduledThreadPoolExecutor(1, work -> {
    Thread made = new Thread(work, "flash-sale-sales");
    made.setDaemon(true);
    return made;
  });

  void start(SoldOutMemory soldOut, SaleMeters meters) {
    Future<?> unused = thread.scheduleWithFixedDelay(
        soldOut::check, CHECK_EVERY.toMillis(), CHECK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    Future<?> unused2 = reader.scheduleWithFixedDelay(
        meters::read, 0, METERS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs it soon, on a thread that may wait for the database. */
  @Override
  public void execute(Runnable work) {
    reader.execute(work);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    reader.shutdownNow();
  }
}
