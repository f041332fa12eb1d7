package io.holdfast.flashsale.ladder;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.ladder.Shelf.Look;
import io.holdfast.spring.fence.JdbcFence;
import io.holdfast.spring.fence.StaleTokenException;
import java.time.Duration;
import java.util.Optional;

/**
 * Rung 9: the same lock, and its token is shown to the database with every read and every write. The database refuses
 * a token older than one it has seen, so a holder that slept through its lease changes nothing.
 */
final class FencedRung extends ShelfRung {

  private final JdbcFence fence;
  private final LeaseOptions options;

  FencedRung(Surroundings surroundings) {
    super(9, surroundings);
    fence = new JdbcFence(surroundings.database());
    options = LeaseOptions.renewed(surroundings.lockTime());
  }

  @Override
  PurchaseAnswer sell(Purchase purchase) throws InterruptedException {
    long deadline = System.nanoTime() + surroundings.patience().toNanos();
    Duration left = surroundings.patience();
    while (!left.isNegative()) {
      Optional<Lease> granted =
          surroundings.holdfast().lock(KeyLockRung.lockOf(purchase)).tryAcquire(left, options);
      if (granted.isEmpty()) {
        break;
      }
      try {
        passed(Point.LOCKED, purchase);
        return readAndWriteFenced(purchase, granted.get().token());
      } catch (StaleTokenException e) {
        left = Duration.ofNanos(deadline - System.nanoTime()); // nothing was written: queue again
      } finally {
        HoldfastRung.release(granted.get());
      }
    }
    return new Refused(Reason.BUSY);
  }

  private PurchaseAnswer readAndWriteFenced(Purchase purchase, long token) {
    String resource = "shelf:" + purchase.sale().id();
    Look look = shelf.inTransaction(() -> fence.guard(resource, token, () -> shelf.look(purchase)));
    if (look instanceof Look.Answered answered) {
      return answered.answer();
    }
    int left = ((Look.Enough) look).available() - purchase.quantity();
    passed(Point.READ, purchase);
    PurchaseAnswer answer =
        shelf.inTransaction(() -> fence.guard(resource, token, () -> shelf.write(purchase, left)));
    passed(Point.WRITTEN, purchase);
    return answer;
  }
}
