package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.sale.Sale;
import java.util.concurrent.CompletionStage;

/**
 * One way to sell a limited stock, in one instance of the service. Thread-safe.
 *
 * <p>Which rung sells is a property of the sale; what an instance shares with others is Redis and PostgreSQL
 * only.
 */
public interface Rung extends AutoCloseable {

  /** 1 to 12. */
  int number();

  /** Puts the stock of a new sale where this rung expects it. Once per sale, before the first purchase. */
  void prepare(Sale sale);

  /** Tries to buy. Never fails: what went wrong is {@link PurchaseAnswer.Unknown}. */
  CompletionStage<PurchaseAnswer> buy(Purchase purchase);

  /** Ends threads of its own, if any. Nothing accepted is lost by it. */
  @Override
  default void close() {}
}
