package io.holdfast.spring.locked;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.testkit.Caller;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that wait for their lock, and what becomes of those that do not get it. */
class RefusalIT extends LockedFixture {

  static class Refusing {
    int calls;

    @Locked(name = "r", waitTime = "${test.wait:30ms}")
    public void throwing() {
      calls++;
    }

    @Locked(name = "r", refused = Refusal.SKIP)
    public void skipping() {
      calls++;
    }

    @Locked(name = "r", refused = Refusal.SKIP)
    public @Nullable String skippingText() {
      return "worked";
    }

    @Locked(name = "r", refused = Refusal.SKIP)
    public Optional<String> skippingOptional() {
      return Optional.of("worked");
    }

    @Locked(name = "r", refused = Refusal.SKIP)
    public OptionalInt skippingInt() {
      return OptionalInt.of(1);
    }

    @Locked(name = "r", waitTime = "0", fallback = "instead")
    public String falling(String argument) {
      return "worked";
    }

    @SuppressWarnings("unused")
    private String instead(String argument, LockRefusedException refusal) {
      return argument + " instead of " + refusal.lockName();
    }

    @Locked(name = "r", waitTime = "0", fallback = "failing")
    public int fallingOnItsFace() {
      return 1;
    }

    @SuppressWarnings("unused")
    int failing() {
      throw new UnsupportedOperationException("the fallback's own");
    }
  }

  @Test
  void refused_throws_andSaysLockMethodAndTime() throws Exception {
    Refusing refusing = bean(Refusing.class);
    try (Lease lease = heldByBob("r")) {
      assertThatThrownBy(refusing::throwing)
          .isInstanceOfSatisfying(LockRefusedException.class, refusal -> {
            assertThat(refusal.lockName()).isEqualTo("r");
            assertThat(refusal.method()).isEqualTo("Refusing.throwing()");
            assertThat(refusal.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(30));
            assertThat(refusal).hasMessageContainingAll("'r'", "Refusing.throwing()", "ms");
          });
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(target(refusing).calls).isZero();
  }

  @Test
  void refused_skips_withAnEmptyValue() throws Exception {
    Refusing refusing = bean(Refusing.class);
    try (Lease lease = heldByBob("r")) {
      refusing.skipping();
      assertThat(target(refusing).calls).isZero();
      assertThat(refusing.skippingText()).isNull();
      assertThat(refusing.skippingOptional()).isEmpty();
      assertThat(refusing.skippingInt()).isEmpty();
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(refusing.skippingOptional()).contains("worked");
  }

  @Test
  void refused_callsTheFallback_withTheArgumentsAndTheReason() throws Exception {
    Refusing refusing = bean(Refusing.class);
    try (Lease lease = heldByBob("r")) {
      assertThat(refusing.falling("argument")).isEqualTo("argument instead of r");
      assertThatThrownBy(refusing::fallingOnItsFace)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage("the fallback's own");
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(refusing.falling("argument")).isEqualTo("worked");
  }

  static class Patient {
    @Locked(name = "p", waitTime = "forever")
    public String waiting() {
      return "worked";
    }

    @Locked(name = "p")
    public void interruptibly() throws InterruptedException {}
  }

  @Test
  void waitingCaller_getsTheLockWhenItIsReleased() throws Exception {
    Patient patient = bean(Patient.class);
    Lease lease = heldByBob("p");
    Caller<String> caller = Caller.startWaiting(patient::waiting);
    lease.close();
    assertThat(caller.outcome()).isEqualTo("worked");
  }

  @Test
  void interruptedCaller_isToldAsItsMethodAllows_andLeavesNothing() throws Exception {
    Patient patient = bean(Patient.class);
    try (Lease lease = heldByBob("p")) {
      Caller<Boolean> unchecked = Caller.startWaiting(() -> {
        assertThatThrownBy(patient::waiting)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll("Patient.waiting()", "interrupted");
        return Thread.currentThread().isInterrupted();
      });
      unchecked.interrupt();
      assertThat(unchecked.outcome()).as("flag restored").isTrue();

      Caller<Boolean> checked = Caller.startWaiting(() -> {
        patient.interruptibly();
        return true;
      });
      checked.interrupt();
      assertThatThrownBy(checked::outcome)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(InterruptedException.class);
      assertThat(lease.isHeld()).isTrue();
    }
    eventually("what was asked for before the interrupt is given back", () -> isFree("p"));
  }
}
