package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Rung 12: buyers queue in memory, one thread takes some hundred of them into one transaction, and each is answered
 * after its commit. No Redis. What waits in memory was promised to nobody, so a crash loses no order.
 */
final class GroupCommitRung implements Rung {

  private static final int CAPACITY = 20_000;
  private static final int BATCH = 400;
  private static final Duration IDLE = Duration.ofMillis(50);
  private static final Duration LAST_ORDERS = Duration.ofSeconds(10);

  private final BlockingQueue<Asked> waiting = new LinkedBlockingQueue<>(CAPACITY);
  private final GroupSale sales;
  private final Thread thread;
  private volatile boolean closed;

  GroupCommitRung(Surroundings surroundings) {
    sales = new GroupSale(surroundings.database(), surroundings.points(), surroundings.payWithin());
    thread = new Thread(this::serve, "flash-sale-rung12-" + surroundings.instance());
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public int number() {
    return 12;
  }

  /** Nothing to do: the row of the sale is all there is. */
  @Override
  public void prepare(Sale sale) {}

  @Override
  public CompletionStage<PurchaseAnswer> buy(Purchase purchase) {
    Asked asked = new Asked(purchase, new CompletableFuture<>());
    if (closed || !waiting.offer(asked)) {
      return CompletableFuture.completedStage(new Refused(Reason.BUSY));
    }
    if (!thread.isAlive()) { // it ended between the two: nobody else will answer
      turnAway();
    }
    return asked.answer();
  }

  private void serve() {
    try {
      while (!closed || !waiting.isEmpty()) {
        Asked first = waiting.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          List<Asked> batch = new ArrayList<>(BATCH);
          batch.add(first);
          waiting.drainTo(batch, BATCH - 1);
          bySale(batch).values().forEach(this::sell);
        }
      }
    } catch (InterruptedException | Points.Crashed e) {
      // the end of this instance: those who wait are turned away
    } finally {
      closed = true;
      turnAway();
    }
  }

  private static Map<Long, List<Asked>> bySale(List<Asked> batch) {
    Map<Long, List<Asked>> sales = new LinkedHashMap<>();
    batch.forEach(asked -> sales
        .computeIfAbsent(asked.purchase().sale().id(), id -> new ArrayList<>())
        .add(asked));
    return sales;
  }

  private void sell(List<Asked> group) {
    try {
      List<PurchaseAnswer> answers =
          sales.sell(group.stream().map(Asked::purchase).toList());
      for (int i = 0; i < group.size(); i++) {
        group.get(i).answer().complete(answers.get(i));
      }
    } catch (Points.Crashed e) {
      group.forEach(asked -> asked.answer().complete(new Unknown(e.toString())));
      throw e;
    }
  }

  /** For those nobody has begun to serve: nothing has happened. */
  private void turnAway() {
    for (Asked asked = waiting.poll(); asked != null; asked = waiting.poll()) {
      asked.answer().complete(new Refused(Reason.BUSY));
    }
  }

  /** Serves those who wait, for some seconds at most. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join(LAST_ORDERS.toMillis());
      thread.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Asked(Purchase purchase, CompletableFuture<PurchaseAnswer> answer) {}
}
