package io.holdfast.flashsale.accept;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.sale.Sale;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What Redis knows of the sales. Thread-safe. */
public final class SaleMemory {

  public SaleMemory(RedisClusterAsyncCommands<String, String> redis) {}

  /** Accepts a purchase, or says why not. */
  public CompletionStage<Acceptance> accept(Purchase purchase) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Where the sale stands; empty if Redis does not know it. */
  public Optional<Standing> standing(long saleId) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** As {@link #standing}, without blocking. */
  public CompletionStage<Optional<Standing>> standingAsync(long saleId) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** What is needed to answer <i>sold out</i> from memory; empty if Redis does not know the sale. */
  public CompletionStage<Optional<SoldOut>> soldOut(long saleId) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** The order, if it is accepted and not in the database yet. */
  public Optional<Reservation> reservation(OrderId order) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Tells Redis of a new sale, once: a sale that it knows already stays as it is. */
  public void introduce(Sale sale) {
    io.holdfast.flashsale.work.Later.body();
  }
}
