package io.holdfast.flashsale.path;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.sale.Sale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * How many orders a second one writer brings into the database: {@code WriterSpeed [orders]}. Prints the rate of
 * accepting alone, of writing alone, and of both at once. Redis with {@code appendfsync always}, PostgreSQL with
 * {@code fsync} and {@code synchronous_commit}, all on this machine.
 */
final class WriterSpeed {

  private static final int IN_FLIGHT = 512;

  private WriterSpeed() {}

  public static void main(String[] args) {
    int orders = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    try (PathInstance alice = new PathInstance("alice", Redis.uri())) {
      for (int round = 1; round <= 3; round++) { // the first one warms up
        Sale sale = alice.sale(orders, 1);
        print("accepted alone", orders, timed(() -> accept(alice, sale, orders)));
        print("persisted alone", orders, timed(() -> {
          alice.writer(sale);
          awaitSold(sale, orders);
        }));
        Sale both = alice.sale(orders, 1);
        alice.writer(both);
        print("accepted while persisting", orders, timed(() -> accept(alice, both, orders)));
        Sale third = alice.sale(orders, 1);
        alice.writer(third);
        print("accepted and persisted", orders, timed(() -> {
          accept(alice, third, orders);
          awaitSold(third, orders);
        }));
      }
    }
    System.exit(0); // the servers end with the JVM
  }

  private static void accept(PathInstance at, Sale sale, int orders) {
    Semaphore window = new Semaphore(IN_FLIGHT);
    for (int i = 0; i < orders; i++) {
      window.acquireUninterruptibly();
      CompletableFuture<PurchaseAnswer> answer =
          at.rung.buy(new Purchase(sale, "user-" + i, "k", 1)).toCompletableFuture();
      var unused = answer.whenComplete((told, failure) -> window.release());
    }
    window.acquireUninterruptibly(IN_FLIGHT);
  }

  private static void awaitSold(Sale sale, int orders) {
    while (SaleStory.sold(sale) < orders) {
      Thread.onSpinWait();
      java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }
  }

  private static double timed(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return (System.nanoTime() - began) / 1e9;
  }

  private static void print(String what, int orders, double seconds) {
    System.out.printf(
        "%-26s %,9.0f /s  (%,d in %.2f s)%n", what, orders / seconds, orders, seconds);
  }
}
