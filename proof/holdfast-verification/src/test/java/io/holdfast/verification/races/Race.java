package io.holdfast.verification.races;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseOptions;
import io.holdfast.internal.HoldfastClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * One lock of one client, and two things that happen to it at once. The client is opened inside the run, not in the
 * constructor: there the model checker does not yet give identity hash codes of its own, and whoever was put into
 * a set before would not be found in it afterwards.
 */
@SuppressWarnings("NullAway.Init") // open() comes first
public abstract class Race {

  static final String LOCK = "a";
  static final Duration A_THIRD = Duration.ofSeconds(10);

  DirectGateway gateway;
  HoldfastClient client;
  Lease lease;
  CompletableFuture<LeaseLoss> lost;
  CompletableFuture<?> released;

  /** Before both. */
  @Operation
  public final void open() {
    gateway = new DirectGateway();
    client = gateway.open();
    prepare();
  }

  void prepare() {
    hold(LeaseOptions.renewed());
  }

  final void hold(LeaseOptions options) {
    lease = client.lock(LOCK).acquireAsync(options).join();
    lost = lease.lost().toCompletableFuture();
  }

  /** A renewal was sent and done, or refused, and its answer is on its way. */
  final DirectGateway.Answering renewalOnItsWay() {
    gateway.pass(A_THIRD);
    DirectGateway.Answering renewal = gateway.holdNextRenewal();
    gateway.fireTimers();
    if (!renewal.isOnItsWay()) {
      throw new IllegalStateException("nothing was renewed: there is no race");
    }
    return renewal;
  }

  final void release() {
    released = lease.releaseAsync();
  }

  @Operation
  public abstract void one();

  @Operation
  public abstract void other();

  /** After both: whether everybody was told the truth, and nothing is left. */
  @Operation
  public final boolean isSound() {
    return isTold() && isFree();
  }

  abstract boolean isTold();

  /** The holder ended it, and nobody calls it lost. */
  final boolean isReleased() {
    return released.isDone() && !released.isCompletedExceptionally() && !lost.isDone();
  }

  final boolean isFree() {
    return gateway.keys().isEmpty()
        && client.activities().isEmpty()
        && client.footprint().watched() == 0
        && client.footprint().farewells() == 0
        && gateway.isQuietFor(Duration.ofSeconds(60));
  }
}
