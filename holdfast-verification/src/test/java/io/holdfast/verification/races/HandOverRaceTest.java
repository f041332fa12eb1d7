package io.holdfast.verification.races;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseOptions;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.internal.Mailbox;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/** Two threads at one lock of one client, in every order that the model checker tries. */
class HandOverRaceTest {

  private static final int INVOCATIONS = 400;

  /** Each opens a client and runs all of the engine: few by default, more by {@code -Draces.invocations}. */
  private static final int ENGINE_INVOCATIONS = Integer.getInteger("races.invocations", 4);

  private static final String A = "a";
  private static final Duration A_THIRD = Duration.ofSeconds(10);

  @Test
  void mailbox_twoPosts_bothRunOneAtATime() {
    Lincheck.runConcurrentTest(INVOCATIONS, () -> {
      Mailbox mailbox = new Mailbox();
      int[] unprotected = {0};
      inParallel(
          () -> mailbox.post(() -> unprotected[0]++), () -> mailbox.post(() -> unprotected[0]++));
      ensure(unprotected[0] == 2);
    });
  }

  /** A check nobody has seen fail proves nothing: here a task that comes while another ends is forgotten. */
  @Test
  void mailbox_sabotaged_isCaught() {
    assertThatThrownBy(() -> Lincheck.runConcurrentTest(INVOCATIONS, () -> {
          ForgetfulMailbox mailbox = new ForgetfulMailbox();
          int[] unprotected = {0};
          inParallel(
              () -> mailbox.post(() -> unprotected[0]++),
              () -> mailbox.post(() -> unprotected[0]++));
          ensure(unprotected[0] == 2);
        }))
        .isInstanceOf(LincheckAssertionError.class);
  }

  @Test
  void release_againstRenewal_endsOnceAndLeavesNothing() {
    Lincheck.runConcurrentTest(ENGINE_INVOCATIONS, () -> {
      DirectGateway gateway = new DirectGateway();
      HoldfastClient client = gateway.open();
      Lease lease = client.lock(A).acquireAsync().join();
      CompletableFuture<?>[] released = new CompletableFuture<?>[1];
      inParallel(() -> released[0] = lease.releaseAsync(), () -> gateway.message(A));
      ensure(released[0].isDone() && !released[0].isCompletedExceptionally());
      ensureFree(gateway, client);
    });
  }

  @Test
  void handOver_againstCancel_nobodyKeepsTheLock() {
    Lincheck.runConcurrentTest(ENGINE_INVOCATIONS, () -> {
      DirectGateway gateway = new DirectGateway();
      HoldfastClient client = gateway.open();
      Lease lease = client.lock(A).acquireAsync().join();
      CompletableFuture<Lease> waiter = client.lock(A).acquireAsync();
      CompletableFuture<?>[] released = new CompletableFuture<?>[1];
      inParallel(() -> released[0] = lease.releaseAsync(), () -> waiter.cancel(false));
      ensure(released[0].isDone() && waiter.isDone());
      if (!waiter.isCancelled()) {
        waiter.join().close();
      }
      ensureFree(gateway, client);
    });
  }

  @Test
  void close_againstReleaseAndAcquire_wakesEverybodyAndLeavesNothing() {
    Lincheck.runConcurrentTest(ENGINE_INVOCATIONS, () -> {
      DirectGateway gateway = new DirectGateway();
      HoldfastClient client = gateway.open();
      var lock = client.lock(A);
      Lease lease = lock.acquireAsync().join();
      CompletableFuture<?>[] asked = new CompletableFuture<?>[2];
      inParallel(client::close, () -> {
        asked[0] = lock.acquireAsync();
        asked[1] = lease.releaseAsync();
      });
      ensure(asked[0].isDone() && asked[1].isDone());
      ensure(gateway.keys().isEmpty());
    });
  }

  /** Whatever the order: the holder that released is told the truth, and nothing is renewed behind it. */
  @Test
  void release_againstTheAnswerOfARenewal_endsOnceAndLeavesNothing() {
    Lincheck.runConcurrentTest(ENGINE_INVOCATIONS, () -> {
      DirectGateway gateway = new DirectGateway();
      HoldfastClient client = gateway.open();
      Lease lease = client.lock(A).acquireAsync().join();
      gateway.pass(A_THIRD);
      DirectGateway.Answering renewal = gateway.holdNextRenewal();
      gateway.fireTimers();
      CompletableFuture<?>[] released = new CompletableFuture<?>[1];
      inParallel(() -> released[0] = lease.releaseAsync(), renewal::arrives);
      ensure(released[0].isDone() && !released[0].isCompletedExceptionally());
      ensureFree(gateway, client);
    });
  }

  /** The round of the watchdog, late, against the release: a tenure that is over is renewed for nobody. */
  @Test
  void release_againstARoundOfTheWatchdog_leavesNothing() {
    Lincheck.runConcurrentTest(ENGINE_INVOCATIONS, () -> {
      DirectGateway gateway = new DirectGateway();
      HoldfastClient client = gateway.open();
      Lease lease = client.lock(A).acquireAsync().join();
      gateway.pass(A_THIRD);
      CompletableFuture<?>[] released = new CompletableFuture<?>[1];
      inParallel(() -> released[0] = lease.releaseAsync(), gateway::fireTimers);
      ensure(released[0].isDone() && !released[0].isCompletedExceptionally());
      ensureFree(gateway, client);
    });
  }

  /** The deadline's alarm against the release: over by the clock, so the release must say that it is lost. */
  @Test
  void expiry_againstRelease_tellsTheLossOnce() {
    Lincheck.runConcurrentTest(ENGINE_INVOCATIONS, () -> {
      DirectGateway gateway = new DirectGateway();
      HoldfastClient client = gateway.open();
      Lease lease = client.lock(A).acquireAsync(LeaseOptions.fixed(A_THIRD)).join();
      CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
      gateway.pass(A_THIRD);
      CompletableFuture<?>[] released = new CompletableFuture<?>[1];
      inParallel(() -> released[0] = lease.releaseAsync(), gateway::fireTimers);
      ensure(released[0].isCompletedExceptionally() && lost.isDone());
      ensureFree(gateway, client);
    });
  }

  @Test
  void close_againstTheAnswerOfARenewal_leavesNothing() {
    closeAgainst((gateway, waiter) -> {
      gateway.pass(A_THIRD);
      DirectGateway.Answering renewal = gateway.holdNextRenewal();
      gateway.fireTimers();
      return renewal::arrives;
    });
  }

  @Test
  void close_againstAMessage_leavesNothing() {
    closeAgainst((gateway, waiter) -> () -> gateway.message(A));
  }

  @Test
  void close_againstCancel_leavesNothing() {
    closeAgainst((gateway, waiter) -> () -> waiter.cancel(false));
  }

  /** A holder, a waiter, and something that happens while the client is closed: all are answered. */
  private static void closeAgainst(
      BiFunction<DirectGateway, CompletableFuture<Lease>, Runnable> event) {
    Lincheck.runConcurrentTest(ENGINE_INVOCATIONS, () -> {
      DirectGateway gateway = new DirectGateway();
      HoldfastClient client = gateway.open();
      Lease lease = client.lock(A).acquireAsync().join();
      CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
      CompletableFuture<Lease> waiter = client.lock(A).acquireAsync();
      inParallel(client::close, event.apply(gateway, waiter));
      ensure(lost.isDone() && waiter.isDone());
      ensure(waiter.isCompletedExceptionally() || !waiter.join().isHeld());
      ensure(gateway.keys().isEmpty() && client.activities().isEmpty());
      ensure(client.activity().contains("watched 0, farewells 0"));
    });
  }

  private static void ensureFree(DirectGateway gateway, HoldfastClient client) {
    ensure(gateway.keys().isEmpty());
    ensure(client.activities().isEmpty());
    ensure(client.activity().contains("watched 0, farewells 0"));
  }

  /** Plain, so that a failure is about the engine and not about the assertion library's own steps. */
  private static void ensure(boolean condition) {
    if (!condition) {
      throw new AssertionError("not so");
    }
  }

  private static void inParallel(Runnable one, Runnable other) {
    Thread first = new Thread(one);
    Thread second = new Thread(other);
    first.start();
    second.start();
    try {
      first.join();
      second.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
