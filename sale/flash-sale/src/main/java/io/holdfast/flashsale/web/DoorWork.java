package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.JwksKeys;
import io.holdfast.flashsale.door.SoldOutMemory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that keep fresh what the front door knows: three of them may wait for the database. */
final class DoorWork implements Executor, AutoCloseable {

  private static final Duration CHECK_EVERY = Duration.ofMillis(100);
  private static final Duration KEYS_EVERY = Duration.ofMinutes(10);
  private static final Duration METERS_EVERY = Duration.ofSeconds(2);

  private final ScheduledThreadPoolExecutor thread = thread("flash-sale-door");
  private final ScheduledThreadPoolExecutor reader = thread("flash-sale-sales");
  private final ScheduledThreadPoolExecutor pages = thread("flash-sale-pages");
  private final ScheduledThreadPoolExecutor orders = thread("flash-sale-orders");

  private static ScheduledThreadPoolExecutor thread(String name) {
    return new ScheduledThreadPoolExecutor(1, work -> {
      Thread made = new Thread(work, name);
      made.setDaemon(true);
      return made;
    });
  }

  void start(SoldOutMemory soldOut, SaleMeters meters, Catalogue catalogue, OrderBoard board) {
    catalogue.refresh();
    every(CHECK_EVERY, thread, soldOut::check);
    every(METERS_EVERY, reader, meters::read);
    every(OrderBoard.LOOK_EVERY, orders, board::look);
  }

  private static void every(Duration pause, ScheduledThreadPoolExecutor thread, Runnable work) {
    Future<?> unused =
        thread.scheduleWithFixedDelay(work, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Keeps an issuer's keys fresh. */
  void readAgain(JwksKeys keys) {
    Future<?> unused = reader.scheduleWithFixedDelay(
        keys::readAgain, KEYS_EVERY.toSeconds(), KEYS_EVERY.toSeconds(), TimeUnit.SECONDS);
  }

  /** Runs it soon, on a thread that may wait for the database. */
  @Override
  public void execute(Runnable work) {
    reader.execute(work);
  }

  /** A thread of its own for what pages show. */
  Executor pages() {
    return pages;
  }

  @Override
  public void close() {
    thread.shutdownNow();
    reader.shutdownNow();
    pages.shutdownNow();
    orders.shutdownNow();
  }
}
