package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.accept.Acceptance;
import io.holdfast.flashsale.accept.Pledges;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Rung 11, the production path: one script decides, reserves and enqueues; what it accepted, a {@link
 * io.holdfast.flashsale.writer.SaleWriter} brings into the database. A crash of this process loses nothing, because
 * nothing that matters is in this process.
 */
public final class StreamRung implements Rung {

  private final SaleMemory memory;
  private final Points points;
  private final Pledges pledges;

  public StreamRung(Surroundings surroundings) {
    this.memory = new SaleMemory(surroundings.redis());
    this.points = surroundings.points();
    this.pledges = surroundings.pledges();
  }

  @Override
  public int number() {
    return 11;
  }

  @Override
  public void prepare(Sale sale) {
    memory.introduce(sale);
  }

  @Override
  public CompletionStage<PurchaseAnswer> buy(Purchase purchase) {
    try {
      return memory
          .accept(purchase, pledges.highest(purchase.sale().id()))
          .thenApply(acceptance -> answer(purchase, acceptance))
          .exceptionally(failure -> new PurchaseAnswer.Unknown(failure.toString()));
    } catch (RuntimeException notSent) { // the connection is closed, or its queue is full
      return CompletableFuture.completedStage(new PurchaseAnswer.Unknown(notSent.toString()));
    }
  }

  private PurchaseAnswer answer(Purchase purchase, Acceptance acceptance) {
    OrderId order = purchase.orderId();
    return switch (acceptance.code()) {
      case ACCEPTED -> {
        pledges.made(purchase, acceptance.stamp());
        points.passed(Point.ACCEPTED, purchase.sale().id());
        yield new PurchaseAnswer.Accepted(order, false, false, acceptance.left());
      }
      case REPLAYED ->
        new PurchaseAnswer.Accepted(order, acceptance.durable(), true, acceptance.left());
      case KEY_REUSED -> new PurchaseAnswer.Refused(Reason.KEY_REUSED);
      case ENDED -> new PurchaseAnswer.Refused(Reason.ENDED);
      case PAUSED -> new PurchaseAnswer.Refused(Reason.PAUSED);
      case NOT_STARTED -> new PurchaseAnswer.Refused(Reason.NOT_STARTED);
      case LIMIT_REACHED -> new PurchaseAnswer.Refused(Reason.LIMIT_REACHED);
      case SOLD_OUT -> new PurchaseAnswer.Refused(Reason.SOLD_OUT);
      // Not a refusal: with its data Redis has lost whether this very wish was accepted before.
      case EPOCH, GONE ->
        isOver(purchase.sale())
            ? new PurchaseAnswer.Refused(Reason.ENDED) // its keys were let go
            : new PurchaseAnswer.Unknown(
                "sale " + purchase.sale().id() + ": Redis has lost its data");
    };
  }

  private static boolean isOver(Sale sale) {
    return sale.status() == SaleStatus.CLOSED;
  }
}
