package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.sale.Sale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A rung whose stock is on the {@link Shelf}. It sells on the caller's thread. */
abstract class ShelfRung implements Rung {

  final Surroundings surroundings;
  final Shelf shelf;
  private final int number;

  ShelfRung(int number, Surroundings surroundings) {
    this.number = number;
    this.surroundings = surroundings;
    this.shelf = new Shelf(surroundings.database(), surroundings.payWithin());
  }

  /** Sells, one way or another; whatever it throws, nobody knows how it ended. */
  abstract PurchaseAnswer sell(Purchase purchase) throws InterruptedException;

  @Override
  public final int number() {
    return number;
  }

  @Override
  public final void prepare(Sale sale) {
    shelf.fill(sale);
  }

  @Override
  public final CompletionStage<PurchaseAnswer> buy(Purchase purchase) {
    return CompletableFuture.completedStage(outcome(purchase));
  }

  private PurchaseAnswer outcome(Purchase purchase) {
    try {
      return sell(purchase);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new PurchaseAnswer.Unknown("interrupted");
    } catch (RuntimeException e) {
      return new PurchaseAnswer.Unknown(e.toString());
    }
  }

  /** What the tutorials begin with, and what all of these rungs do once it is their turn. */
  final PurchaseAnswer readAndWrite(Purchase purchase) {
    return readAndWrite(purchase, () -> {});
  }

  /** The same, with a last check before it writes. */
  final PurchaseAnswer readAndWrite(Purchase purchase, Runnable check) {
    Shelf.Look look = shelf.look(purchase);
    if (look instanceof Shelf.Look.Answered answered) {
      return answered.answer();
    }
    int available = ((Shelf.Look.Enough) look).available();
    check.run();
    passed(Point.READ, purchase);
    PurchaseAnswer answer = shelf.write(purchase, available - purchase.quantity());
    passed(Point.WRITTEN, purchase);
    return answer;
  }

  final void passed(Point point, Purchase purchase) {
    surroundings.points().passed(point, purchase.sale().id());
  }
}
