package io.holdfast.spring.locked;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent.NotAcquired.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Methods that return publishers hold their lock from each subscription to its end. */
class ReactiveIT extends LockedFixture {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  static class Work {
    final AtomicInteger calls = new AtomicInteger();

    @Locked(name = "m", waitTime = "10s")
    public Mono<String> mono(Mono<String> work) {
      calls.incrementAndGet();
      return work;
    }

    @Locked(name = "m", waitTime = "10s")
    public Flux<Long> flux(@Nullable Lease lease) {
      long token = lease == null ? 0 : lease.token();
      return Flux.just(token, token);
    }

    @Locked(name = "m", waitTime = "10s")
    public Mono<String> slow(CountDownLatch called, CountDownLatch goOn) throws Exception {
      called.countDown();
      assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
      return Mono.never();
    }

    @Locked(name = "m", waitTime = "10s")
    public <T> T blocking(Supplier<T> work) {
      return work.get();
    }

    @Locked(name = "m", waitTime = "0")
    public Mono<String> throwing() {
      return Mono.just("worked");
    }

    @Locked(name = "m", refused = Refusal.SKIP)
    public Flux<String> skipping() {
      return Flux.just("worked");
    }

    @Locked(name = "m", refused = Refusal.SKIP)
    public Mono<String> skippingMono() {
      return Mono.just("worked");
    }

    @Locked(name = "m", waitTime = "0", fallback = "instead")
    public Mono<String> falling() {
      return Mono.just("worked");
    }

    @SuppressWarnings("unused")
    Mono<String> instead(LockRefusedException refusal) {
      return Mono.just("instead of " + refusal.lockName());
    }
  }

  @Test
  void lock_isAcquiredOnSubscription_andReleasedAtTheEnd() {
    Work bean = bean(Work.class);
    Sinks.One<String> work = Sinks.one();
    Mono<String> result = bean.mono(work.asMono());
    assertThat(target(bean).calls).as("not subscribed yet").hasValue(0);

    var waiting = result.toFuture();
    eventually(() -> assertThat(target(bean).calls).hasValue(1));
    assertThat(isFree("m")).isFalse();
    work.tryEmitValue("worked");

    assertThat(waiting.join()).isEqualTo("worked");
    assertThat(isFree("m")).isTrue();
    assertThat(result.block(LIMIT)).as("a second subscription").isEqualTo("worked");
    assertThat(target(bean).calls).hasValue(2);
  }

  @Test
  void flux_isGivenItsLease_andReleasesAtTheEnd() {
    Work bean = bean(Work.class);
    assertThat(bean.flux(null).collectList().block(LIMIT))
        .hasSize(2)
        .allSatisfy(token -> assertThat(token).isPositive());
    assertThat(isFree("m")).isTrue();
  }

  @Test
  void error_releases() {
    Work bean = bean(Work.class);
    assertThatThrownBy(
            () -> bean.mono(Mono.error(new UnsupportedOperationException())).block(LIMIT))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(isFree("m")).isTrue();
  }

  @Test
  void refused_failsSkipsOrFallsBack() throws Exception {
    Work bean = bean(Work.class);
    try (Lease lease = heldByBob("m")) {
      assertThatThrownBy(() -> bean.throwing().block(LIMIT))
          .isInstanceOf(LockRefusedException.class);
      assertThat(bean.skipping().collectList().block(LIMIT)).isEmpty();
      assertThat(bean.skippingMono().blockOptional(LIMIT)).isEmpty();
      assertThat(bean.falling().block(LIMIT)).isEqualTo("instead of m");
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(bean.skipping().collectList().block(LIMIT)).containsExactly("worked");
  }

  @Test
  void cancelWhileWaiting_leavesTheQueue() throws Exception {
    Work bean = bean(Work.class);
    Lease lease = heldByBob("m");
    Disposable waiting = bean.mono(Mono.never()).subscribe();
    waiting.dispose();
    eventually(() -> assertThat(endedWaits()).containsExactly(Outcome.WITHDRAWN));
    assertThat(lease.isHeld()).as("bob").isTrue();
    lease.close();

    assertThat(bean.mono(Mono.just("next")).block(LIMIT)).isEqualTo("next");
    assertThat(target(bean).calls).hasValue(1);
    assertThat(isFree("m")).isTrue();
  }

  @Test
  void cancelWhileWorking_releases() {
    Work bean = bean(Work.class);
    Disposable working = bean.mono(Mono.never()).subscribe();
    eventually(() -> assertThat(target(bean).calls).hasValue(1));
    assertThat(isFree("m")).isFalse();

    working.dispose();
    eventually(() -> assertThat(isFree("m")).isTrue());
  }

  @Test
  void cancelWhileTheMethodRuns_releasesWhenItHasReturned() throws Exception {
    Work bean = bean(Work.class);
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Disposable working = bean.slow(called, goOn).subscribe();
    assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();

    working.dispose();
    try {
      assertThat(bob.lock("m").tryAcquire(Duration.ofMillis(300))).isEmpty();
    } finally {
      goOn.countDown();
    }
    eventually(() -> assertThat(isFree("m")).isTrue());
  }

  @Test
  void cancelWhileTheMethodRuns_leavesNoLeaseOnItsThread() throws Exception {
    ExecutorService single = Executors.newSingleThreadExecutor();
    try {
      Work bean = application(client -> client.executor(single), Work.class).getBean(Work.class);
      CountDownLatch called = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      Disposable working = bean.slow(called, goOn).subscribe();
      assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
      working.dispose();
      goOn.countDown();
      eventually(() -> assertThat(isFree("m")).isTrue());

      boolean isFreeInside =
          single.submit(() -> bean.blocking(() -> isFree("m"))).get();

      assertThat(isFreeInside).as("the next call on that thread is guarded").isFalse();
    } finally {
      single.shutdown();
    }
  }

  @Test
  void leaseLostMeanwhile_isAnErrorAtTheEnd() {
    var context = application(Work.class);
    Work bean = context.getBean(Work.class);
    Mono<String> losing = Mono.fromSupplier(() -> {
      context.getBean(Holdfast.class).lock("m").forceRelease();
      return "worked";
    });
    assertThatThrownBy(() -> bean.mono(losing).block(LIMIT)).isInstanceOf(LeaseLostException.class);
  }
}
