package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.accept.Replication;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.sale.Sale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The production path where buyers are told <i>accepted</i> only once replicas of Redis have it, too. If they do not in time, nobody
 * knows: the order may still be written, and asking again tells. Thread-safe.
 */
public final class AcknowledgedRung implements Rung {

  private final Rung rung;
  private final Replication replication;

  public AcknowledgedRung(Rung rung, Replication replication) {
    this.rung = rung;
    this.replication = replication;
  }

  @Override
  public int number() {
    return rung.number();
  }

  @Override
  public void prepare(Sale sale) {
    rung.prepare(sale);
  }

  @Override
  public CompletionStage<PurchaseAnswer> buy(Purchase purchase) {
    return rung.buy(purchase).thenCompose(answer -> {
      if (answer instanceof Accepted accepted && !accepted.durable()) {
        return replication
            .acknowledged()
            .thenApply(enough -> enough
                ? answer
                : new PurchaseAnswer.Unknown("too few replicas of Redis have it so far"));
      }
      return CompletableFuture.completedStage(answer);
    });
  }

  @Override
  public void close() {
    rung.close();
  }
}
