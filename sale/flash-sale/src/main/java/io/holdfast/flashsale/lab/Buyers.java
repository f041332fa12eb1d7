package io.holdfast.flashsale.lab;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.load.LoadTarget;
import io.holdfast.flashsale.sale.Sale;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Buyers of one sale, each for one unit, spread over the instances. Who gets no answer, or is told that it is busy,
 * asks again with the same key, at another instance if need be; until the sale is stuck. Thread-safe.
 */
final class Buyers implements LoadTarget {

  private static final long AGAIN_AFTER_MILLIS = 20;

  private final Sale sale;
  private final List<LabInstance> instances;
  private final long stuckAfterNanos;
  private final Set<OrderId> accepted = ConcurrentHashMap.newKeySet();
  private final Set<OrderId> unknown = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turnedAway = new AtomicInteger();
  private volatile long lastSignOfLife = System.nanoTime();
  private volatile boolean stopped;

  Buyers(Sale sale, List<LabInstance> instances, Timing timing) {
    this.sale = sale;
    this.instances = instances;
    this.stuckAfterNanos = timing.stuckAfter().toNanos();
  }

  @Override
  public CompletionStage<String> ask(long number) {
    Purchase purchase = new Purchase(sale, "buyer-" + number, "wish-" + number, 1);
    return ask(purchase, (int) (number % instances.size()));
  }

  private CompletionStage<String> ask(Purchase purchase, int turn) {
    Optional<LabInstance> instance = alive(turn);
    if (instance.isEmpty() || isStuck()) {
      turnedAway.incrementAndGet();
      return CompletableFuture.completedStage("busy");
    }
    return instance
        .get()
        .buy(purchase)
        .exceptionally(e -> new PurchaseAnswer.Unknown(e.toString()))
        .thenCompose(answer -> heard(purchase, turn, answer));
  }

  private Optional<LabInstance> alive(int turn) {
    for (int i = 0; i < instances.size(); i++) {
      LabInstance instance = instances.get((turn + i) % instances.size());
      if (instance.isAlive()) {
        return Optional.of(instance);
      }
    }
    return Optional.empty();
  }

  private CompletionStage<String> heard(Purchase purchase, int turn, PurchaseAnswer answer) {
    if (answer instanceof Accepted) {
      sign();
      accepted.add(purchase.orderId());
      unknown.remove(purchase.orderId());
      return CompletableFuture.completedStage("accepted");
    }
    if (answer instanceof Refused refused && refused.reason() != Reason.BUSY) {
      sign();
      return CompletableFuture.completedStage(
          refused.reason() == Reason.SOLD_OUT ? "sold out" : "refused");
    }
    if (answer instanceof PurchaseAnswer.Unknown) {
      unknown.add(purchase.orderId());
    }
    Executor later = CompletableFuture.delayedExecutor(AGAIN_AFTER_MILLIS, MILLISECONDS);
    return CompletableFuture.supplyAsync(() -> ask(purchase, turn + 1), later)
        .thenCompose(stage -> stage);
  }

  private void sign() {
    lastSignOfLife = System.nanoTime();
  }

  /** Whether nobody was told anything for so long that nobody asks again. */
  boolean isStuck() {
    return stopped || System.nanoTime() - lastSignOfLife > stuckAfterNanos;
  }

  /** Nobody asks again. */
  void stop() {
    stopped = true;
  }

  /** The clock by which a sale is found stuck starts with the first buyer. */
  void begin() {
    sign();
  }

  int acceptedCount() {
    return accepted.size();
  }

  /** What they were told so far. */
  Told told() {
    return new Told(Set.copyOf(accepted), Set.copyOf(unknown), turnedAway.get());
  }
}
