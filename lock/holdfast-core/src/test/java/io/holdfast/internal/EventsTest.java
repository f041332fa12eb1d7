package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import io.holdfast.spi.ServerDescription;
import io.holdfast.spi.ServerDescription.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What listeners hear, in which order, and on which executor. */
class EventsTest {

  private static final String A = "a";

  @Test
  void listener_aLocksLife_isToldInOrder() {
    Scene scene = Scene.open();
    Lease first = scene.held(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.advance(millis(30));
    assertThat(first.releaseAsync()).isCompleted();
    scene.advance(seconds(9));
    scene.gateway.take("renew").renewed();
    CompletableFuture<Lease> third = scene.acquire(A);
    assertThat(third.cancel(false)).isTrue();
    scene.advance(seconds(9));
    scene.gateway.take("renew").notHeld();
    assertThat(scene.eventKinds())
        .containsExactly("Acquired", "Released", "HandedOver", "Renewed", "NotAcquired", "Lost");
    assertThat(scene.events.get(1)).isEqualTo(new LockEvent.Released(A, first.token(), millis(30)));
    assertThat(scene.events.get(2))
        .isEqualTo(new LockEvent.HandedOver(A, now(second).token(), millis(30)));
    assertThat(((LockEvent.NotAcquired) scene.events.get(4)).outcome())
        .isEqualTo(LockEvent.NotAcquired.Outcome.WITHDRAWN);
    assertThat(((LockEvent.Lost) scene.events.get(5)).loss().token())
        .isEqualTo(now(second).token());
    assertThat(scene.events).allMatch(event -> event.lockName().equals(A));
  }

  @Test
  void listener_ends_areTold() {
    Scene scene = Scene.open();
    assertThat(scene.tryAcquire(A, Duration.ZERO)).isNotDone();
    scene.gateway.take("acquire").refused(5);
    assertThat(scene.tryAcquire(A, Duration.ZERO)).isNotDone();
    scene.gateway.take("acquire").unsent();
    assertThat(scene.events.stream().map(event -> ((LockEvent.NotAcquired) event).outcome()))
        .containsExactly(
            LockEvent.NotAcquired.Outcome.REFUSED, LockEvent.NotAcquired.Outcome.UNAVAILABLE);
  }

  @Test
  void listener_throws_nothingHappensToTheLock() {
    Scene scene = Scene.open();
    scene.onEvent(event -> {
      throw new IllegalStateException("a listener's own trouble");
    });
    Lease lease = scene.held(A);
    assertThat(lease.isHeld()).isTrue();
    CompletableFuture<Lease> next = scene.acquire(A);
    assertThat(lease.releaseAsync()).isCompleted();
    assertThat(now(next).releaseAsync()).isNotDone();
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void listener_several_areAllToldInTurn() throws Exception {
    PlayedTicker ticker = new PlayedTicker();
    PlayedGateway gateway = new PlayedGateway(
        ticker, new ServerDescription(Kind.STANDALONE, "redis 7.0.15", false), key -> 0);
    gateway.probeAnswers(List.of(List.of()));
    List<String> heard = new CopyOnWriteArrayList<>();
    CountDownLatch told = new CountDownLatch(1);
    try (Holdfast client = Holdfast.builder()
        .gateway(gateway.factory())
        .ticker(ticker)
        .listener(event -> {
          heard.add("first");
          throw new IllegalStateException("a listener's own trouble");
        })
        .listener(event -> {
          heard.add("second");
          told.countDown();
        })
        .build()) {
      CompletableFuture<Optional<Lease>> waiter = client.lock(A).tryAcquireAsync(Duration.ZERO);
      gateway.take("acquire").refused(5);
      assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(waiter.get(20, TimeUnit.SECONDS)).isEmpty();
    }
    assertThat(heard).containsExactly("first", "second");
  }

  @Test
  void executor_rejects_completionsRunElsewhere() throws Exception {
    Scene scene = Scene.plan()
        .executor(task -> {
          throw new RejectedExecutionException("shut down");
        })
        .open();
    CompletableFuture<Lease> waiter = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    scene.gateway.take("acquire").granted(scene.stamp());
    Lease lease = waiter.get(20, TimeUnit.SECONDS);
    assertThat(lease.isHeld()).isTrue();
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("release").released();
    assertThat(released.thenApply(nothing -> true).get(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void executor_chosen_runsEveryCompletion() {
    List<Runnable> tasks = new java.util.ArrayList<>();
    Scene scene = Scene.plan().executor(tasks::add).open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isNotDone();
    assertThat(scene.events).isEmpty();
    List.copyOf(tasks).forEach(Runnable::run);
    assertThat(waiter).isCompleted();
    assertThat(scene.eventKinds()).containsExactly("Acquired");
  }
}
