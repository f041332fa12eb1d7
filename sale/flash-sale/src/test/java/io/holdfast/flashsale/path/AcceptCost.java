package io.holdfast.flashsale.path;

import io.holdfast.flashsale.accept.Replication;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.ladder.AcknowledgedRung;
import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.testkit.RedisServer;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * What it costs to wait for a replica with every acceptance: {@code AcceptCost [orders]}. A Redis and its replica on this
 * machine; with and without in turn, and the median of the ratios, once with 512 purchases under way and once with one.
 */
final class AcceptCost {

  private static final int ROUNDS = 7;

  private AcceptCost() {}

  public static void main(String[] args) {
    int orders = args.length > 0 ? Integer.parseInt(args[0]) : 40_000;
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.builder().replicaOf(primary).start();
        PathInstance bob = new PathInstance("bob", primary.uri())) {
      primary.awaitReplicas(1);
      RedisClient client = RedisClient.create(primary.uri());
      Rung waiting = new AcknowledgedRung(
          bob.rung, new Replication(client.connect().async(), 1, Duration.ofSeconds(1)));
      compare(bob, waiting, orders, 512);
      compare(bob, waiting, orders / 10, 1);
    }
    System.exit(0); // the servers end with the JVM
  }

  private static void compare(PathInstance bob, Rung waiting, int orders, int inFlight) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) { // the first one warms up
      double without = rate("without", bob, bob.rung, orders, inFlight);
      double with = rate("WAIT 1", bob, waiting, orders, inFlight);
      if (round > 0) {
        ratios.add(with / without);
      }
    }
    List<Double> sorted = Stream.of(ratios.toArray(Double[]::new)).sorted().toList();
    System.out.printf(
        "%d under way: with WAIT %.2f of the rate without (%.2f to %.2f)%n",
        inFlight, sorted.get(ROUNDS / 2), sorted.get(0), sorted.get(ROUNDS - 1));
  }

  private static double rate(String what, PathInstance at, Rung rung, int orders, int inFlight) {
    Sale sale = at.sale(orders, 1);
    ConcurrentHistogram micros = new ConcurrentHistogram(60_000_000, 3);
    Semaphore window = new Semaphore(inFlight);
    long began = System.nanoTime();
    for (int i = 0; i < orders; i++) {
      window.acquireUninterruptibly();
      long asked = System.nanoTime();
      CompletableFuture<PurchaseAnswer> answer =
          rung.buy(new Purchase(sale, "user-" + i, "k", 1)).toCompletableFuture();
      var unused = answer.whenComplete((told, failure) -> {
        micros.recordValue((System.nanoTime() - asked) / 1000);
        window.release();
      });
    }
    window.acquireUninterruptibly(inFlight);
    double rate = orders / ((System.nanoTime() - began) / 1e9);
    System.out.printf(
        "%-8s %,9.0f /s  p50 %.2f ms  p99 %.2f ms%n",
        what, rate, micros.getValueAtPercentile(50) / 1e3, micros.getValueAtPercentile(99) / 1e3);
    return rate;
  }
}
