package io.holdfast.flashsale.ladder;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import java.util.Optional;

/**
 * Rung 8: a lock that is renewed while its holder lives. A holder that stands still as a whole, after its last look
 * at the lease, writes although the lock is another's by then.
 */
final class HoldfastRung extends ShelfRung {

  private final LeaseOptions options;

  HoldfastRung(Surroundings surroundings) {
    super(8, surroundings);
    options = LeaseOptions.renewed(surroundings.lockTime());
  }

  @Override
  PurchaseAnswer sell(Purchase purchase) throws InterruptedException {
    Optional<Lease> granted = surroundings
        .holdfast()
        .lock(KeyLockRung.lockOf(purchase))
        .tryAcquire(surroundings.patience(), options);
    if (granted.isEmpty()) {
      return new Refused(Reason.BUSY);
    }
    Lease lease = granted.get();
    try {
      passed(Point.LOCKED, purchase);
      return readAndWrite(purchase, lease::ensureHeld);
    } catch (LeaseLostException e) {
      return new Refused(Reason.BUSY); // noticed in time: nothing was written
    } finally {
      release(lease);
    }
  }

  /** What was sold stays sold: too late to learn here that the lock was lost meanwhile. */
  static void release(Lease lease) {
    try {
      lease.close();
    } catch (LeaseLostException | LockUnavailableException e) {
      // rung 9 is the one that does something about it
    }
  }
}
