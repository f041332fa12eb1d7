package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Orders on their way from the memory of this process to the database, and the thread that carries them. */
final class MemoryQueue {

  private static final int CAPACITY = 20_000;
  private static final int BATCH = 100;
  private static final Duration IDLE = Duration.ofMillis(50);
  private static final Duration LAST_ORDERS = Duration.ofSeconds(10);

  private final Surroundings surroundings;
  private final BlockingQueue<Purchase> waiting = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean closed;

  MemoryQueue(Surroundings surroundings) {
    this.surroundings = surroundings;
    thread = new Thread(this::carry, "flash-sale-rung10-" + surroundings.instance());
    thread.setDaemon(true);
    thread.start();
  }

  boolean isFull() {
    return waiting.size() >= CAPACITY;
  }

  void add(Purchase purchase) {
    waiting.add(purchase);
  }

  private void carry() {
    try {
      while (!closed || !waiting.isEmpty()) {
        Purchase first = waiting.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          List<Purchase> batch = new ArrayList<>(BATCH);
          batch.add(first);
          waiting.drainTo(batch, BATCH - 1);
          batch.stream()
              .collect(Collectors.groupingBy(purchase -> purchase.sale().id()))
              .forEach(this::insert);
        }
      }
    } catch (InterruptedException | Points.Crashed e) {
      // the end of this process, as far as its orders are concerned: what waits is lost
    }
  }

  private void insert(long saleId, List<Purchase> purchases) {
    try (Connection connection = surroundings.database().getConnection()) {
      connection.setAutoCommit(false);
      OrderInsert.run(connection, purchases, surroundings.payWithin());
      surroundings.points().passed(Point.BEFORE_COMMIT, saleId);
      connection.commit();
    } catch (SQLException e) {
      waiting.addAll(purchases); // they have time, as long as this process lives
      LockSupport.parkNanos(IDLE.toNanos());
    }
  }

  void close() {
    closed = true;
    try {
      thread.join(LAST_ORDERS.toMillis());
      thread.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
