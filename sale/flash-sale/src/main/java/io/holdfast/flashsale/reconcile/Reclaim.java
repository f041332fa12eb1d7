package io.holdfast.flashsale.reconcile;

import io.holdfast.flashsale.accept.Acceptance;
import io.holdfast.flashsale.accept.Pledges;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.sale.Sale;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Metrics;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Once a sale was rebuilt, every instance presents again what it had promised to its buyers before: what is in the database is
 * known, the rest is accepted again. So the death of Redis takes only what the death of an instance takes as well.
 * Thread-safe.
 */
final class Reclaim {

  private static final Logger LOG = LoggerFactory.getLogger(Reclaim.class);
  private static final long LIMIT_SECONDS = 5;
  private static final Counter LOST = Counter.builder("flashsale.pledges.lost")
      .description("Orders promised that Redis has lost and that could not be accepted again")
      .register(Metrics.globalRegistry);

  private final SaleMemory memory;
  private final Pledges pledges;
  private final JdbcClient jdbc;

  Reclaim(Surroundings surroundings, SaleMemory memory) {
    this.memory = memory;
    this.pledges = surroundings.pledges();
    this.jdbc = JdbcClient.create(surroundings.database());
  }

  /** Presents what was promised under older epochs than the sale has now. */
  void of(Sale sale) {
    long first = SaleMemory.firstStamp(sale.epoch());
    List<Purchase> promised = pledges.below(sale.id(), first);
    if (promised.isEmpty()) {
      return;
    }
    Set<String> buried = buried(sale, promised);
    Map<Purchase, CompletableFuture<Acceptance>> asked = new LinkedHashMap<>();
    for (Purchase purchase : promised) {
      if (!buried.contains(purchase.orderId().toString())) {
        asked.put(
            purchase,
            memory
                .acceptAgain(purchase)
                .toCompletableFuture()
                .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS));
      }
    }
    int again = 0;
    for (Map.Entry<Purchase, CompletableFuture<Acceptance>> reply : asked.entrySet()) {
      Acceptance acceptance = reply.getValue().join(); // a failure: all once more next time
      switch (acceptance.code()) {
        case ACCEPTED -> {
          pledges.made(reply.getKey(), acceptance.stamp());
          again++;
        }
        case REPLAYED -> {} // in the database, or accepted again before
        case GONE, EPOCH -> throw new IllegalStateException("lost once more: " + acceptance);
        default -> {
          LOST.increment();
          LOG.error(
              "sale {}: order {} was promised and lost by Redis, and cannot be accepted again: {}",
              sale.id(),
              reply.getKey().orderId(),
              acceptance.code());
        }
      }
    }
    pledges.settled(sale.id(), first);
    LOG.warn(
        "sale {}: of {} orders promised by this instance, Redis had lost {}, which are accepted again",
        sale.id(),
        promised.size(),
        again);
  }

  /** Their buyers have been told that they failed. */
  private Set<String> buried(Sale sale, List<Purchase> promised) {
    String[] orders =
        promised.stream().map(purchase -> purchase.orderId().toString()).toArray(String[]::new);
    return new HashSet<>(
        jdbc.sql("select order_id from dead_letters where sale_id = ? and order_id = any (?)")
            .params(sale.id(), orders)
            .query(String.class)
            .list());
  }
}
