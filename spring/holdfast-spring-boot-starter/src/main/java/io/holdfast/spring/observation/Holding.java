package io.holdfast.spring.observation;

import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.micrometer.observation.Observation;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A lease, observed from its grant to its end. Ends once, however many say so. Thread-safe. */
final class Holding {

  private final LockObserver observer;
  private final Observation observation;
  private final AtomicBoolean isEnded = new AtomicBoolean();

  Holding(LockObserver observer, Observation observation) {
    this.observer = observer;
    this.observation = observation;
  }

  void left() {
    end("left", null);
  }

  void lost(LeaseLoss loss) {
    end("lost", new LeaseLostException(loss));
  }

  /** The holder has released; null if all went well. */
  void released(@Nullable Throwable failure) {
    end(failure instanceof LeaseLostException ? "lost" : "released", failure);
  }

  private void end(String how, @Nullable Throwable failure) {
    if (isEnded.compareAndSet(false, true)) {
      if (failure != null) {
        observer.quietly(() -> observation.error(failure));
      }
      observer.quietly(
          () -> observation.lowCardinalityKeyValue(LockObserver.END, how).stop());
    }
  }
}
