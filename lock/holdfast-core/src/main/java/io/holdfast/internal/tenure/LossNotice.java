package io.holdfast.internal.tenure;

import io.holdfast.LeaseLoss;
import io.holdfast.internal.Events;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The future by which a holder is told of a loss; there is none until somebody asks for it. Thread-safe. */
final class LossNotice {

  private final Events events;
  private final AtomicReference<@Nullable CompletableFuture<LeaseLoss>> future =
      new AtomicReference<>();

  LossNotice(Events events) {
    this.events = events;
  }

  /** The one future; whoever asks looks afterwards whether there is something to tell. */
  CompletionStage<LeaseLoss> asked() {
    CompletableFuture<LeaseLoss> fresh = new CompletableFuture<>();
    CompletableFuture<LeaseLoss> known = future.compareAndExchange(null, fresh);
    return (known == null ? fresh : known).minimalCompletionStage();
  }

  /** On the user's executor, if anybody has asked; the first word counts. */
  void tell(LeaseLoss loss) {
    CompletableFuture<LeaseLoss> asked = future.get();
    if (asked != null && !asked.isDone()) {
      events.run(() -> asked.complete(loss));
    }
  }
}
