package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.testkit.Caller;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An interrupt is swallowed by {@code lock()}, so that a pool that shuts down never ends; or it comes out as an
 * {@code IllegalStateException} (Redisson).
 */
class InterruptSwallowedIT extends RegressionStory {

  @Test
  void lock_interruptedWhileWaiting_getsTheLockAndKeepsTheFlag() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    Caller<Boolean> caller = Caller.startWaiting(() -> {
      alices.lock();
      boolean flag = Thread.interrupted();
      alices.unlock();
      return flag;
    });
    caller.interrupt();
    assertThat(caller.isDone()).isFalse();
    held.close();
    assertThat(caller.outcome()).as("the interrupt flag after lock()").isTrue();
  }

  @Test
  void lock_interruptedBefore_getsTheLockAndKeepsTheFlag() throws Exception {
    assertThat(Caller.start(() -> {
              Thread.currentThread().interrupt();
              alices.lock();
              alices.unlock();
              return Thread.interrupted();
            })
            .outcome())
        .isTrue();
  }

  private Stream<Callable<?>> interruptible() {
    return Stream.of(
        () -> {
          alices.lockInterruptibly();
          return true;
        },
        () -> alices.tryLock(10, TimeUnit.MINUTES),
        () -> alices.tryLock(Duration.ofMinutes(10), Duration.ofMinutes(10)),
        () -> alices.acquire(),
        () -> alices.tryAcquire(Duration.ofMinutes(10)));
  }

  @Test
  void interruptibleForms_whileWaiting_throwInterruptedAndLeaveNothing() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    for (Callable<?> form : interruptible().toList()) {
      Caller<?> caller = Caller.startWaiting(form);
      caller.interrupt();
      assertThatThrownBy(caller::outcome).cause().isExactlyInstanceOf(InterruptedException.class);
    }
    held.close();
    assertIdle(alice);
    eventually(
        () -> // a request that was under way may be granted for a moment
        assertThat(bobs.tryLock()).as("nobody of the interrupted got it").isTrue());
    bobs.unlock();
  }

  @Test
  void interruptibleForms_interruptedBefore_throwInterruptedAndLeaveNothing() {
    for (Callable<?> form : interruptible().toList()) {
      Caller<?> caller = Caller.start(() -> {
        Thread.currentThread().interrupt();
        return form.call();
      });
      assertThatThrownBy(caller::outcome).cause().isExactlyInstanceOf(InterruptedException.class);
    }
    assertThat(server.keys()).isEmpty();
  }
}
