package io.holdfast.verification.races;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.internal.Mailbox;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/** Two threads at one lock of one client, in every order that the model checker tries. */
class HandOverRaceTest {

  private static final int INVOCATIONS = 400;

  /** Each opens a client and runs all of the engine: few by default, more by {@code -Draces.invocations}. */
  private static final int ENGINE_INVOCATIONS = Integer.getInteger("races.invocations", 4);

  private static final String A = "a";

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
