package io.holdfast.spring.locked;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent.NotAcquired.Outcome;
import io.holdfast.spring.EndOfFuture;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods that return futures hold their lock until the future is done, and block nobody. */
class FutureIT extends LockedFixture {

  static class Work {
    final AtomicInteger calls = new AtomicInteger();

    @Locked(name = "f", waitTime = "10s")
    public CompletableFuture<String> run(CompletableFuture<String> work) {
      calls.incrementAndGet();
      return work;
    }

    @Locked(
        value = {"'f2'", "'f1'"},
        waitTime = "10s")
    public CompletionStage<Long> several(@Nullable Lease lease) {
      return CompletableFuture.completedFuture(lease == null ? 0 : lease.token());
    }

    @Locked(name = "f", waitTime = "0")
    public CompletableFuture<String> throwing() {
      return CompletableFuture.completedFuture("worked");
    }

    @Locked(name = "f", refused = Refusal.SKIP)
    public CompletableFuture<Optional<String>> skipping() {
      return CompletableFuture.completedFuture(Optional.of("worked"));
    }

    @Locked(name = "f", waitTime = "0", fallback = "instead")
    public CompletableFuture<String> falling() {
      return CompletableFuture.completedFuture("worked");
    }

    @SuppressWarnings("unused")
    CompletableFuture<String> instead(LockRefusedException refusal) {
      return CompletableFuture.completedFuture("instead of " + refusal.lockName());
    }

    @Locked(name = "f")
    public CompletableFuture<String> exploding() {
      throw new UnsupportedOperationException("before there was a future");
    }

    @Locked(name = "f", waitTime = "10s")
    public CompletionStage<String> staged(CompletionStage<String> work) {
      calls.incrementAndGet();
      return work;
    }

    @Locked("#name")
    public CompletableFuture<String> named(@Nullable String name) {
      return CompletableFuture.completedFuture("worked");
    }
  }

  abstract static class Handler<T> {
    @Locked(name = "f", waitTime = "10s")
    public T handle(T work) {
      return work;
    }
  }

  static class FutureHandler extends Handler<CompletableFuture<String>> {}

  private static <T> T get(CompletionStage<T> future) throws Exception {
    return future.toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private static void assertFailsWith(
      Class<? extends Throwable> type, Supplier<CompletionStage<?>> call) {
    assertThatThrownBy(() -> get(call.get()))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(type);
  }

  @Test
  void lock_isHeldUntilTheFutureIsDone() throws Exception {
    Work bean = bean(Work.class);
    CompletableFuture<String> work = new CompletableFuture<>();

    CompletableFuture<String> result = bean.run(work);
    eventually(() -> assertThat(target(bean).calls).hasValue(1));
    assertThat(isFree("f")).isFalse();
    assertThat(result).isNotDone();

    work.complete("worked");
    assertThat(get(result)).isEqualTo("worked");
    assertThat(isFree("f")).isTrue();
  }

  @Test
  void futureByTypeArgument_holdsTheLockUntilItIsDone() throws Exception {
    CompletableFuture<String> work = new CompletableFuture<>();

    CompletableFuture<String> result = bean(FutureHandler.class).handle(work);
    assertThat(result).isNotDone();
    eventually(() -> assertThat(isFree("f")).isFalse());

    work.complete("worked");
    assertThat(get(result)).isEqualTo("worked");
    assertThat(isFree("f")).isTrue();
  }

  @Test
  void futureThatFails_orMethodThatThrows_releases() throws Exception {
    Work bean = bean(Work.class);

    assertFailsWith(
        UnsupportedOperationException.class,
        () -> bean.run(CompletableFuture.failedFuture(new UnsupportedOperationException())));
    assertFailsWith(UnsupportedOperationException.class, bean::exploding);
    assertFailsWith(IllegalArgumentException.class, () -> bean.named(null));
    assertThat(isFree("f")).isTrue();
    assertThat(get(bean.several(null))).isPositive();
    assertThat(server().keys()).isEmpty();
  }

  @Test
  void refused_failsSkipsOrFallsBack_asFuture() throws Exception {
    Work bean = bean(Work.class);
    try (Lease lease = heldByBob("f")) {
      assertFailsWith(LockRefusedException.class, bean::throwing);
      assertThat(get(bean.skipping())).isEmpty();
      assertThat(get(bean.falling())).isEqualTo("instead of f");
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(get(bean.falling())).isEqualTo("worked");
  }

  @ParameterizedTest
  @EnumSource
  void endedWhileWaiting_leavesTheQueue_andTheMethodIsNeverCalled(EndOfFuture way)
      throws Exception {
    Work bean = bean(Work.class);
    Lease lease = heldByBob("f");
    CompletableFuture<String> result = bean.run(new CompletableFuture<>());
    way.end(result, "never mind");
    eventually(() -> assertThat(endedWaits()).containsExactly(Outcome.WITHDRAWN));
    assertThat(lease.isHeld()).as("bob").isTrue();
    lease.close();

    assertThat(get(bean.run(CompletableFuture.completedFuture("next")))).isEqualTo("next");
    assertThat(target(bean).calls).hasValue(1);
    assertThat(isFree("f")).isTrue();
  }

  @Test
  void cancelWhileWorking_cancelsTheWork_andReleases() {
    Work bean = bean(Work.class);
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = bean.run(work);
    eventually(() -> assertThat(target(bean).calls).hasValue(1));

    result.cancel(true);

    assertThatThrownBy(() -> get(work)).isInstanceOf(CancellationException.class);
    eventually(() -> assertThat(isFree("f")).isTrue());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CANCEL")
  void endedWhileWorking_theWorkGoesOnUnderItsLock(EndOfFuture way) {
    Work bean = bean(Work.class);
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = bean.run(work);
    eventually(() -> assertThat(target(bean).calls).hasValue(1));

    way.end(result, "never mind");
    eventually(() -> assertThat(result).isDone());
    assertThat(work).isNotDone();
    assertThat(isFree("f")).isFalse();

    work.complete("worked");
    eventually(() -> assertThat(isFree("f")).isTrue());
  }

  /** Says when it is over, and cannot be made a future of, as the contract of stages allows. */
  @SuppressWarnings("unchecked") // of the interface's own type
  private static CompletionStage<String> stageOnly(CompletableFuture<String> work) {
    return (CompletionStage<String>) Proxy.newProxyInstance(
        FutureIT.class.getClassLoader(),
        new Class<?>[] {CompletionStage.class},
        (self, method, arguments) -> {
          if (method.getName().equals("toCompletableFuture")) {
            throw new UnsupportedOperationException("a stage, no future");
          }
          return method.invoke(work, arguments);
        });
  }

  @Test
  void stageThatIsNoFuture_holdsTheLockUntilItIsDone() throws Exception {
    Work bean = bean(Work.class);
    CompletableFuture<String> work = new CompletableFuture<>();

    CompletionStage<String> result = bean.staged(stageOnly(work));
    eventually(() -> assertThat(target(bean).calls).hasValue(1));
    assertThat(isFree("f")).isFalse();
    assertThat(result.toCompletableFuture()).isNotDone();

    work.complete("worked");
    assertThat(get(result)).isEqualTo("worked");
    assertThat(isFree("f")).isTrue();
  }

  static Stream<UnaryOperator<CompletionStage<String>>> stagesThatCannotBeCancelled() {
    return Stream.of(
        stage -> ((CompletableFuture<String>) stage).minimalCompletionStage(),
        stage -> stageOnly((CompletableFuture<String>) stage));
  }

  @ParameterizedTest
  @MethodSource("stagesThatCannotBeCancelled")
  void cancelWhileWorking_workThatCannotBeCancelled_goesOnUnderItsLock(
      UnaryOperator<CompletionStage<String>> hidden) {
    Work bean = bean(Work.class);
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = bean.staged(hidden.apply(work)).toCompletableFuture();
    eventually(() -> assertThat(target(bean).calls).hasValue(1));

    result.cancel(true);
    assertThat(work).isNotDone();
    assertThat(isFree("f")).isFalse();

    work.complete("worked");
    eventually(() -> assertThat(isFree("f")).isTrue());
  }

  @Test
  void leaseLostMeanwhile_failsTheFuture() {
    var context = application(Work.class);
    Work bean = context.getBean(Work.class);
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = bean.run(work);
    eventually(() -> assertThat(target(bean).calls).hasValue(1));

    context.getBean(Holdfast.class).lock("f").forceRelease();
    work.complete("worked");

    assertFailsWith(LeaseLostException.class, () -> result);
  }
}
