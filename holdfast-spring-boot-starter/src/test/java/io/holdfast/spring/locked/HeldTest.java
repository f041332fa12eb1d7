package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.NamedBeanHolder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** How leases end whose lock is to be kept after the work. */
class HeldTest {

  private final List<String> calls = new CopyOnWriteArrayList<>();

  private long nowNanos = Long.MAX_VALUE - 1_000; // clocks of this kind may overflow
  private Duration renewed = Duration.ZERO;

  private Held heldWith(RuntimeException failureOfRenewal) throws Exception {
    return heldFor(Duration.ofMinutes(5), failureOfRenewal);
  }

  private Held heldFor(Duration holdAtLeast, @Nullable RuntimeException failureOfRenewal)
      throws Exception {
    Lease lease = (Lease) Proxy.newProxyInstance(
        getClass().getClassLoader(), new Class<?>[] {Lease.class}, (proxy, method, arguments) -> {
          calls.add(method.getName());
          return switch (method.getName()) {
            case "lockName" -> "kept";
            case "isHeld" -> true;
            case "remaining" -> Duration.ofSeconds(1);
            case "renewAsync" -> {
              if (failureOfRenewal != null) {
                yield CompletableFuture.failedFuture(failureOfRenewal);
              }
              renewed = (Duration) arguments[0];
              yield CompletableFuture.completedFuture(null);
            }
            default -> null;
          };
        });
    LockNames names = LockNames.literal(
        HeldTest.class.getDeclaredMethod("lost", LeaseLoss.Reason.class),
        new DefaultListableBeanFactory(),
        "kept");
    LockRule rule = new LockRule(
        "", names, Duration.ZERO, LeaseOptions.renewed(), holdAtLeast, new WhenRefused.Throw());
    Held held = new Held(() -> nowNanos);
    held.add(new Wanted(new NamedBeanHolder<>("one", new StubHoldfast()), "kept", rule), lease);
    held.use();
    return held;
  }

  private static LeaseLostException lost(LeaseLoss.Reason reason) {
    return new LeaseLostException(new LeaseLoss("kept", 1, reason, "as the test says"));
  }

  @Test
  void release_noAnswer_leavesTheLease() throws Exception {
    heldWith(new LockUnavailableException("no answer", null)).release();
    assertThat(calls).endsWith("leave", "lockName");
  }

  /** To its end, whatever is left: also if the answer comes as late as the client counts on the lease. */
  @Test
  void release_withARestOfAnyLength_keepsTheLockForAllOfIt() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      calls.clear();
      renewed = Duration.ZERO;
      long bound = (long) Math.pow(10, random.nextInt(4, 11)); // 10 µs to 10 s
      Duration holdAtLeast = Duration.ofMillis(random.nextInt(1, 20_000));
      Duration left = Duration.ofNanos(random.nextLong(-bound, bound));
      Held held = heldFor(holdAtLeast, null);
      nowNanos += holdAtLeast.minus(left).toNanos();

      held.release();

      String which = "%s left of %s".formatted(left, holdAtLeast);
      if (left.isNegative() || left.isZero()) {
        assertThat(calls).as(which).endsWith("close");
      } else {
        assertThat(calls).as(which).containsSubsequence("renewAsync", "leave");
        Duration countedOn = renewed.minus(margin(renewed));
        assertThat(countedOn).as(which).isGreaterThanOrEqualTo(left);
        assertThat(renewed).as(which).isLessThan(left.plus(left.dividedBy(90)).plusMillis(12));
      }
    }
  }

  @Test
  void release_withADayLeft_asksForNoMoreThanIsAllowed() throws Exception {
    Held held = heldFor(LeaseOptions.LONGEST, null);
    nowNanos++;
    held.release();
    assertThat(renewed).isEqualTo(LeaseOptions.LONGEST);
  }

  /** As docs/guarantees.md has it. */
  private static Duration margin(Duration leaseTime) {
    long nanos = leaseTime.toNanos();
    return Duration.ofNanos(Math.min(nanos / 4, Math.max(10_000_000, nanos / 100)));
  }

  /** The rest was shorter than the way to the server and back: the work itself was guarded. */
  @Test
  void release_theRestIsOverBeforeTheAnswer_isNoLoss() throws Exception {
    Held renewed = heldWith(lost(LeaseLoss.Reason.DEADLINE_PASSED));
    assertThatCode(renewed::release).doesNotThrowAnyException();
    Held fixed = heldWith(lost(LeaseLoss.Reason.LEASE_OVER));
    assertThatCode(fixed::release).doesNotThrowAnyException();
  }

  @Test
  void release_theServerNoLongerKnowsIt_isALoss() throws Exception {
    Held held = heldWith(lost(LeaseLoss.Reason.RENEWAL_REFUSED));
    assertThatThrownBy(held::release).isInstanceOf(LeaseLostException.class);
  }
}
