package io.holdfast.spring.observation;

import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseView;
import io.holdfast.LockUnavailableException;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.ServerErrorException;
import io.micrometer.observation.Observation;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A caller's wait, observed from the call to its outcome. Ended once, by whoever knows the outcome. */
final class Waiting {

  private final LockObserver observer;
  private final @Nullable Observation parent;
  private final Observation observation;

  Waiting(LockObserver observer, @Nullable Observation parent, Observation observation) {
    this.observer = observer;
    this.parent = parent;
    this.observation = observation;
  }

  /** Ends the wait and begins the hold. */
  Holding granted(LeaseView lease) {
    end("granted");
    return observer.holding(lease, parent);
  }

  /** As {@link #granted}; the lease itself if it cannot be observed, because somebody has to release it. */
  Lease observed(Lease lease) {
    try {
      return new ObservedLease(lease, granted(lease));
    } catch (Throwable e) {
      observer.failed(e);
      return lease;
    }
  }

  /** The lock was granted and lost before anybody could look at it. */
  void grantedInVain() {
    end("granted");
  }

  void refused() {
    end("refused");
  }

  void failed(Throwable failure) {
    if (failure instanceof InterruptedException || failure instanceof CancellationException) {
      end("withdrawn");
      return;
    }
    observer.quietly(() -> observation.error(failure));
    if (failure instanceof LockUnavailableException
        || failure instanceof ServerErrorException
        || failure instanceof NotAcknowledgedException) {
      end("unavailable");
    } else {
      end(failure instanceof HoldfastClosedException ? "closed" : "failed");
    }
  }

  private void end(String outcome) {
    observer.quietly(
        () -> observation.lowCardinalityKeyValue(LockObserver.OUTCOME, outcome).stop());
  }
}
