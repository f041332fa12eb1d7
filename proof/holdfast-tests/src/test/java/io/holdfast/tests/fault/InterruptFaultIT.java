package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.testkit.Caller;
import io.holdfast.tests.fault.AcquireForm.Held;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller is interrupted, or cancels: while it waits, and while its acquire is under way. */
class InterruptFaultIT extends OneServerFixture {

  /** The forms that give up when interrupted. */
  private static final String INTERRUPTIBLE = "ACQUIRE|TRY_ACQUIRE|LOCK_INTERRUPTIBLY|TRY_LOCK";

  // ---- while waiting

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = INTERRUPTIBLE)
  void waiter_interrupted_leavesAtOnceAndNothingBehind(AcquireForm form) throws Exception {
    Lease lease = heldByBob(LONG);
    DistributedLock alices = alice(LONG).lock(name);
    Caller<Held> waiter = Caller.start(() -> form.take(alices, PATIENCE).orElseThrow());
    awaitListening(server);
    waiter.interrupt();
    assertThatThrownBy(waiter::outcome).hasCauseInstanceOf(InterruptedException.class);
    lease.ensureHeld();
    lease.close();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void lock_interruptedWhileWaiting_finishesAndRestoresTheFlag() throws Exception {
    Lease lease = heldByBob(LONG);
    DistributedLock alices = alice(LONG).lock(name);
    Caller<Boolean> waiter = Caller.start(() -> lockAndTellTheFlag(alices));
    awaitListening(server);
    waiter.interrupt();
    waiter.interrupt();
    assertThat(waiter.isDone()).isFalse();
    lease.close();
    assertThat(waiter.outcome()).isTrue();
  }

  @Test
  void headOfTheQueue_interrupted_makesRoomForTheNextOne() throws Exception {
    Lease lease = heldByBob(LONG);
    DistributedLock alices = alice(LONG).lock(name);
    Caller<Lease> head = Caller.start(alices::acquire);
    awaitListening(server);
    CompletableFuture<Lease> second = alices.acquireAsync();
    head.interrupt();
    assertThatThrownBy(head::outcome).hasCauseInstanceOf(InterruptedException.class);
    lease.close();
    granted(await(second)).close();
  }

  @Test
  void waitingFuture_cancelled_leavesNothingBehind() throws Exception {
    Lease lease = heldByBob(LONG);
    DistributedLock alices = alice(LONG).lock(name);
    CompletableFuture<Lease> head = alices.acquireAsync();
    CompletableFuture<Lease> second = alices.acquireAsync();
    awaitListening(server);
    assertThat(head.cancel(true)).isTrue();
    lease.close();
    granted(await(second)).close();
  }

  // ---- while the acquire is under way

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = INTERRUPTIBLE)
  void caller_interruptedWhileItsAcquireIsInFlight_leavesTheGrantToBeReleased(AcquireForm form)
      throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    proxy.holdNext(Wire.acquire(name));
    Caller<Held> caller = Caller.start(() -> form.take(alices, PATIENCE).orElseThrow());
    proxy.awaitHeld(PATIENCE);
    caller.interrupt();
    assertThatThrownBy(caller::outcome).hasCauseInstanceOf(InterruptedException.class);
    long before = server.commandCalls("hdel");
    proxy.releaseHeld();
    eventually(() -> assertThat(server.commandCalls("hdel")).isGreaterThan(before));
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = INTERRUPTIBLE)
  void caller_interruptedWhileItsAcquireIsInFlight_leavesTheGrantToTheNextLocalCaller(
      AcquireForm form) throws Exception {
    DistributedLock alices = patientAlice().lock(name);
    proxy.holdNext(Wire.acquire(name));
    Caller<Held> caller = Caller.start(() -> form.take(alices, PATIENCE).orElseThrow());
    proxy.awaitHeld(PATIENCE);
    CompletableFuture<Lease> next = alices.acquireAsync();
    caller.interrupt();
    assertThatThrownBy(caller::outcome).hasCauseInstanceOf(InterruptedException.class);
    long before = server.commandCalls("hset");
    proxy.releaseHeld();
    granted(await(next)).close();
    assertThat(server.commandCalls("hset")).as("tenures").isEqualTo(before + 1);
  }

  @Test
  void future_cancelledWhileItsAcquireIsInFlight_leavesTheGrantToTheNextLocalCaller()
      throws Exception {
    DistributedLock alices = patientAlice().lock(name);
    proxy.holdNext(Wire.acquire(name));
    CompletableFuture<Lease> first = alices.acquireAsync();
    proxy.awaitHeld(PATIENCE);
    Caller<Long> next = Caller.startWaiting(() -> {
      try (Lease lease = alices.acquire(LeaseOptions.fixed(LONG))) {
        return lease.token();
      }
    });
    first.cancel(false);
    long before = server.commandCalls("hset");
    proxy.releaseHeld();
    grantedToken(next.outcome());
    assertThat(server.commandCalls("hset")).as("tenures").isEqualTo(before + 1);
  }

  @Test
  void future_cancelledWhileItsAcquireIsInFlight_leavesTheGrantToBeReleased() throws Exception {
    DistributedLock alices = patientAlice().lock(name);
    proxy.holdNext(Wire.acquire(name));
    CompletableFuture<Lease> first = alices.acquireAsync();
    proxy.awaitHeld(PATIENCE);
    first.cancel(true);
    long before = server.commandCalls("hset");
    proxy.releaseHeld();
    eventually(() -> assertThat(server.commandCalls("hset")).isGreaterThan(before));
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void lock_interruptedWhileItsAcquireIsInFlight_finishesAndRestoresTheFlag() throws Exception {
    DistributedLock alices = patientAlice().lock(name);
    proxy.holdNext(Wire.acquire(name));
    Caller<Boolean> caller = Caller.start(() -> lockAndTellTheFlag(alices));
    proxy.awaitHeld(PATIENCE);
    caller.interrupt();
    assertThat(caller.isDone()).isFalse();
    proxy.releaseHeld();
    assertThat(caller.outcome()).isTrue();
  }

  @Test
  void tryAcquireNow_interruptedWhileInFlight_answersAndRestoresTheFlag() throws Exception {
    DistributedLock alices = patientAlice().lock(name);
    proxy.holdNext(Wire.acquire(name));
    Caller<Boolean> caller = Caller.start(() -> {
      try (Lease lease = alices.tryAcquire().orElseThrow()) {
        return Thread.currentThread().isInterrupted() && lease.isHeld();
      }
    });
    proxy.awaitHeld(PATIENCE);
    caller.interrupt();
    proxy.releaseHeld();
    assertThat(caller.outcome()).isTrue();
  }

  @Test
  void release_interruptedWhileInFlight_finishesAndKeepsTheFlag() throws Exception {
    DistributedLock alices = patientAlice().lock(name);
    Caller<Boolean> caller = Caller.start(() -> {
      Lease lease = alices.acquire();
      proxy.holdNext(Wire.release(name));
      lease.close();
      return Thread.currentThread().isInterrupted();
    });
    proxy.awaitHeld(PATIENCE);
    caller.interrupt();
    assertThat(caller.isDone()).isFalse();
    proxy.releaseHeld();
    assertThat(caller.outcome()).isTrue();
    assertThat(server.keys()).isEmpty();
  }

  private static boolean lockAndTellTheFlag(DistributedLock lock) {
    lock.lock();
    try {
      return Thread.currentThread().isInterrupted() && lock.isHeldByCurrentThread();
    } finally {
      lock.unlock();
    }
  }

  /** With a command timeout that the test cannot outlast: what is held up is late, never unknown. */
  private Holdfast patientAlice() {
    return open(
        "alice",
        proxy.uri(),
        settings -> settings.leaseTime(LONG).commandTimeout(LONG.dividedBy(4)));
  }
}
