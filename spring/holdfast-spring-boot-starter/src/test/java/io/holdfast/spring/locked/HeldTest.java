package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.NamedBeanHolder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** How leases end whose lock is to be kept after the work. */
class HeldTest {

  /** Methods that block, and those that return futures. */
  enum Way {
    BLOCKING("renew", "close") {
      @Override
      void release(Held held) {
        held.release();
      }
    },
    ASYNC("renewAsync", "releaseAsync") {
      @Override
      void release(Held held) {
        try {
          held.releaseAsync().orTimeout(5, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
          throw (RuntimeException) FutureCall.unwrapped(e);
        }
      }
    };

    final String renewal;
    final String end;

    Way(String renewal, String end) {
      this.renewal = renewal;
      this.end = end;
    }

    abstract void release(Held held);
  }

  private final List<String> calls = new CopyOnWriteArrayList<>();

  private long nowNanos = Long.MAX_VALUE - 1_000; // clocks of this kind may overflow
  private Duration renewed = Duration.ZERO;
  private @Nullable RuntimeException failureOfRenewal;
  private int failures;
  private CountDownLatch looks = new CountDownLatch(0);

  private Held heldWith(RuntimeException failureOfRenewal) throws Exception {
    return heldFor(Duration.ofMinutes(5), failureOfRenewal);
  }

  private void renew(Duration leaseTime) {
    try {
      boolean unused = looks.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    calls.add("sent");
    if (failures-- > 0) {
      nowNanos += 1_000_000_000; // so long it took
      throw Objects.requireNonNull(failureOfRenewal);
    }
    renewed = leaseTime;
  }

  private Held heldFor(Duration holdAtLeast, @Nullable RuntimeException failureOfRenewal)
      throws Exception {
    this.failureOfRenewal = failureOfRenewal;
    failures = failureOfRenewal == null ? 0 : Integer.MAX_VALUE;
    Lease lease = (Lease) Proxy.newProxyInstance(
        getClass().getClassLoader(), new Class<?>[] {Lease.class}, (proxy, method, arguments) -> {
          calls.add(method.getName());
          return switch (method.getName()) {
            case "lockName" -> "kept";
            case "isHeld" -> true;
            case "remaining" -> {
              looks.countDown();
              yield Duration.ofSeconds(1);
            }
            case "renew" -> {
              renew((Duration) arguments[0]);
              yield null;
            }
            case "renewAsync" ->
              CompletableFuture.runAsync(() -> renew((Duration) arguments[0]), Runnable::run);
            case "releaseAsync" -> CompletableFuture.completedFuture(null);
            default -> null;
          };
        });
    Held held = new Held(() -> nowNanos);
    held.add(wanted(holdAtLeast), lease);
    held.use();
    return held;
  }

  private static Wanted wanted(Duration holdAtLeast) throws Exception {
    LockNames names = LockNames.literal(
        HeldTest.class.getDeclaredMethod("lost", LeaseLoss.Reason.class),
        new DefaultListableBeanFactory(),
        "kept");
    LockRule rule = new LockRule(
        "", names, Duration.ZERO, LeaseOptions.renewed(), holdAtLeast, new WhenRefused.Throw());
    return new Wanted(new NamedBeanHolder<>("one", new StubHoldfast()), "kept", rule);
  }

  private static LeaseLostException lost(LeaseLoss.Reason reason) {
    return new LeaseLostException(new LeaseLoss("kept", 1, reason, "as the test says"));
  }

  @ParameterizedTest
  @EnumSource
  void release_noAnswer_leavesTheLease(Way way) throws Exception {
    way.release(heldWith(new LockUnavailableException("no answer", null)));
    assertThat(calls).contains(way.renewal).endsWith("leave", "lockName");
  }

  /** The longer of the two, and only if the inner method was called. */
  @ParameterizedTest
  @EnumSource
  void release_innerCallsHaveJoined_keepsTheLockForTheLongest(Way way) throws Exception {
    Held outer = heldFor(Duration.ofMinutes(5), null);
    OwnLease joined = outer.own().get(0);
    nowNanos += Duration.ofMinutes(1).toNanos();
    assertThat(new Held(() -> nowNanos).join(wanted(Duration.ofHours(1)), joined))
        .isTrue();
    for (int minutes : new int[] {0, 10, 2}) {
      Held inner = new Held(() -> nowNanos);
      assertThat(inner.join(wanted(Duration.ofMinutes(minutes)), joined)).isTrue();
      inner.use();
    }
    way.release(outer);
    assertThat(renewed).isEqualTo(Duration.ofMinutes(10));
  }

  /** It would last for as long as it had, not for what is left of its time. */
  @ParameterizedTest
  @EnumSource
  void release_renewalIsSentLate_doesNotLeaveTheLeaseBefore(Way way) throws Exception {
    Held held = heldFor(Duration.ofMillis(20), null);
    looks = new CountDownLatch(way == Way.BLOCKING ? 4 : 1);
    way.release(held);
    assertThat(calls).containsSubsequence("sent", "leave");
    assertThat(calls.subList(0, calls.indexOf("sent"))).doesNotContain("leave");
  }

  /** Never less than was promised, because of an error that passes. */
  @ParameterizedTest
  @EnumSource
  void release_errorsOfTheServerThatPass_asksAgainForTheRest(Way way) throws Exception {
    Held held = heldWith(new ServerErrorException("BUSY", null));
    failures = 2;
    way.release(held);
    assertThat(renewed).isEqualTo(Duration.ofMinutes(5).minusSeconds(2));
    assertThat(calls.stream().filter(way.renewal::equals)).hasSize(3);
    assertThat(calls).endsWith("leave");
  }

  @ParameterizedTest
  @EnumSource
  void release_errorsOfTheServerThatStay_leavesTheLease(Way way) throws Exception {
    way.release(heldWith(new ServerErrorException("NOPERM", null)));
    assertThat(calls.stream().filter(way.renewal::equals)).hasSize(5);
    assertThat(calls).endsWith("leave", "lockName");
  }

  /** To its end, whatever is left: also if the answer comes as late as the client counts on the lease. */
  @ParameterizedTest
  @EnumSource
  void release_withARestOfAnyLength_keepsTheLockForAllOfIt(Way way) throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      calls.clear();
      renewed = Duration.ZERO;
      long bound = (long) Math.pow(10, random.nextInt(4, 11)); // 10 µs to 10 s
      Duration holdAtLeast = Duration.ofMillis(random.nextInt(1, 20_000));
      Duration left = Duration.ofNanos(random.nextLong(-bound, bound));
      Held held = heldFor(holdAtLeast, null);
      nowNanos += holdAtLeast.minus(left).toNanos();

      way.release(held);

      String which = "%s left of %s".formatted(left, holdAtLeast);
      if (left.isNegative() || left.isZero()) {
        assertThat(calls).as(which).endsWith(way.end);
      } else {
        assertThat(calls).as(which).containsSubsequence(way.renewal, "leave");
        Duration countedOn = renewed.minus(margin(renewed));
        assertThat(countedOn).as(which).isGreaterThanOrEqualTo(left);
        assertThat(renewed).as(which).isLessThan(left.plus(left.dividedBy(90)).plusMillis(12));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void release_withADayLeft_asksForNoMoreThanIsAllowed(Way way) throws Exception {
    Held held = heldFor(LeaseOptions.LONGEST, null);
    nowNanos++;
    way.release(held);
    assertThat(renewed).isEqualTo(LeaseOptions.LONGEST);
  }

  /** As docs/guarantees.md has it. */
  private static Duration margin(Duration leaseTime) {
    long nanos = leaseTime.toNanos();
    return Duration.ofNanos(Math.min(nanos / 4, Math.max(10_000_000, nanos / 100)));
  }

  /** The rest was shorter than the way to the server and back: the work itself was guarded. */
  @ParameterizedTest
  @EnumSource
  void release_theRestIsOverBeforeTheAnswer_isNoLoss(Way way) throws Exception {
    Held renewed = heldWith(lost(LeaseLoss.Reason.DEADLINE_PASSED));
    assertThatCode(() -> way.release(renewed)).doesNotThrowAnyException();
    Held fixed = heldWith(lost(LeaseLoss.Reason.LEASE_OVER));
    assertThatCode(() -> way.release(fixed)).doesNotThrowAnyException();
    assertThat(calls).contains(way.renewal).doesNotContain("leave");
  }

  @ParameterizedTest
  @EnumSource
  void release_theServerNoLongerKnowsIt_isALoss(Way way) throws Exception {
    Held held = heldWith(lost(LeaseLoss.Reason.RENEWAL_REFUSED));
    assertThatThrownBy(() -> way.release(held)).isInstanceOf(LeaseLostException.class);
    assertThat(calls).contains(way.renewal);
  }
}
