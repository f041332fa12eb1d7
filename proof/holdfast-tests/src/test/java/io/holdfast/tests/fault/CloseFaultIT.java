package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client is closed in the middle of things. */
class CloseFaultIT extends OneServerFixture {

  /** What has become of the server before the client is closed. */
  enum Away {
    KILLED,
    PAUSED,
    UNREACHABLE
  }

  @Override
  RedisServer startServer() {
    return RedisServer.builder().persistent().start();
  }

  private Holdfast closing() {
    return openUnfit(
        "alice", proxy.uri(), settings -> settings.leaseTime(Duration.ofMillis(1_500)));
  }

  @ParameterizedTest
  @EnumSource
  void close_withWaiters_wakesThemAndLeavesTheHolderAlone(AcquireForm form) throws Exception {
    Lease lease = heldByBob(LONG);
    Holdfast alice = closing();
    DistributedLock alices = alice.lock(name);
    Caller<Boolean> waiter = Caller.start(() -> form.take(alices, PATIENCE).isPresent());
    awaitListening(server);
    alice.close();
    assertThatThrownBy(waiter::outcome).hasCauseInstanceOf(HoldfastClosedException.class);
    lease.renew(LONG);
    lease.close();
  }

  @Test
  void close_withAHolder_tellsItAndServesTheWaiterElsewhere() throws Exception {
    Holdfast alice = closing();
    Lease lease = granted(alice.lock(name).acquire());
    CompletableFuture<Lease> bobs = bob(LONG).lock(name).acquireAsync();
    awaitListening(server);
    alice.close();
    assertThat(lease.isHeld()).isFalse();
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.CLOSED);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    granted(await(bobs)).close();
  }

  @ParameterizedTest
  @EnumSource
  void close_withHolderAndWaiters_whileTheServerIsAway_isBoundedAndTellsAll(Away how)
      throws Exception {
    Holdfast alice = closing();
    DistributedLock alices = alice.lock(name);
    Lease lease = granted(alices.acquire());
    Caller<Lease> blocking = Caller.startWaiting(alices::acquire);
    CompletableFuture<Lease> async = alices.acquireAsync();
    CompletableFuture<Lease> other = alice.lock(name + ":other").acquireAsync();
    granted(await(other));
    leave(how);
    try {
      long before = System.nanoTime();
      alice.close();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE.dividedBy(2));
      assertThatThrownBy(blocking::outcome).hasCauseInstanceOf(HoldfastClosedException.class);
      assertThatThrownBy(() -> await(async)).hasCauseInstanceOf(HoldfastClosedException.class);
      assertThat(await(lease.lost()).reason()).isEqualTo(Reason.CLOSED);
    } finally {
      comeBack(how);
    }
    granted(bob(LONG).lock(name).tryAcquire(PATIENCE).orElseThrow()).close();
  }

  @ParameterizedTest
  @EnumSource
  void close_withAWaiterWhoseRequestIsUnanswered_whileTheServerIsAway_isBounded(Away how)
      throws Exception {
    Holdfast alice = closing();
    DistributedLock alices = alice.lock(name);
    leave(how);
    try {
      Caller<Lease> blocking = Caller.startWaiting(alices::acquire);
      CompletableFuture<Lease> async = alices.acquireAsync();
      alice.close();
      assertThatThrownBy(blocking::outcome).hasCauseInstanceOf(HoldfastClosedException.class);
      assertThatThrownBy(() -> await(async)).hasCauseInstanceOf(HoldfastClosedException.class);
    } finally {
      comeBack(how);
    }
  }

  @Test
  void close_withAnAcquireInFlight_undoesItsGrant() throws Exception {
    Holdfast alice = openUnfit("alice", proxy.uri(), settings -> settings.leaseTime(LONG));
    proxy.holdNext(Wire.acquire(name));
    CompletableFuture<Lease> async = alice.lock(name).acquireAsync();
    proxy.awaitHeld(PATIENCE);
    Caller<Boolean> closing = Caller.startWaiting(() -> {
      alice.close();
      return true;
    });
    assertThatThrownBy(() -> await(async)).hasCauseInstanceOf(HoldfastClosedException.class);
    proxy.releaseHeld();
    assertThat(closing.outcome()).isTrue();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void close_withAnAcquireThatArrivesAfterwards_leavesNothing() throws Exception {
    Holdfast alice = openUnfit("alice", proxy.uri(), settings -> settings.leaseTime(LONG));
    proxy.holdNext(Wire.acquire(name));
    CompletableFuture<Lease> async = alice.lock(name).acquireAsync();
    proxy.awaitHeld(PATIENCE);
    alice.close();
    assertThatThrownBy(() -> await(async)).hasCauseInstanceOf(HoldfastClosedException.class);
    long before = server.commandCalls("evalsha");
    proxy.releaseHeld();
    eventually(() -> assertThat(server.commandCalls("evalsha")).isGreaterThan(before));
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void close_withTheReplyToItsReleaseLost_isDoneAllTheSame() throws Exception {
    Holdfast alice = openUnfit("alice", proxy.uri(), settings -> settings.leaseTime(LONG));
    granted(alice.lock(name).acquire());
    proxy.dropNextReplyTo(Wire.release(name), AfterDrop.CUT);
    alice.close();
    proxy.awaitDropped(PATIENCE);
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void close_byAnInterruptedThread_withAnAcquireInFlight_keepsTheFlagAndLeavesNothing()
      throws Exception {
    Holdfast alice = openUnfit("alice", proxy.uri(), settings -> settings.leaseTime(LONG));
    granted(alice.lock(name).acquire());
    proxy.holdNext(Wire.acquire(name + ":other"));
    CompletableFuture<Lease> async = alice.lock(name + ":other").acquireAsync();
    proxy.awaitHeld(PATIENCE);
    Caller<Boolean> closing = Caller.start(() -> {
      Thread.currentThread().interrupt();
      alice.close();
      return Thread.currentThread().isInterrupted();
    });
    assertThatThrownBy(() -> await(async)).hasCauseInstanceOf(HoldfastClosedException.class);
    proxy.releaseHeld();
    assertThat(closing.outcome()).as("interrupt flag kept").isTrue();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  private void leave(Away how) {
    switch (how) {
      case KILLED -> server.kill();
      case PAUSED -> server.pause();
      case UNREACHABLE -> proxy.halfOpen();
    }
  }

  private void comeBack(Away how) {
    switch (how) {
      case KILLED -> server.restart();
      case PAUSED -> server.resume();
      case UNREACHABLE -> proxy.heal();
    }
  }
}
