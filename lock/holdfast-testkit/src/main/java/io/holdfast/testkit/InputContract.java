package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input: refused with a message that names the value, nothing locked. */
abstract class InputContract extends ContractFixture {

  private static final Duration TOO_SHORT = Duration.ofMillis(9);
  private static final Duration TOO_LONG = Duration.ofHours(25);

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n"})
  void lock_withBlankName_isRefused(String blank) {
    assertThatThrownBy(() -> alice.lock(blank))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name");
  }

  @Test
  void lock_withOverlongName_isRefusedByItsBytes() {
    assertThatThrownBy(() -> alice.lock("x".repeat(513)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("513")
        .hasMessageContaining("512");
    assertThatThrownBy(() -> alice.lock("ä".repeat(257)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("514")
        .hasMessageContaining("512");
  }

  @Test
  void lock_withHalfACharacterInItsName_isRefused() {
    String half = "caf\uD83D\u00e9" + name;
    assertThatThrownBy(() -> alice.lock(half))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("caf\\uD83D\u00e9");
    assertThatThrownBy(() -> alice.leader(half)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void lock_withTheLongestName_works() throws Exception {
    String longest = name + "x".repeat(512 - name.length());
    try (Lease lease = alice.lock(longest).acquire()) {
      assertThat(lease.lockName()).isEqualTo(longest);
    }
  }

  @Test
  void lock_withUnusualName_works() throws Exception {
    String unusual = name + " käse \"'\\ % 锁 %d 😀 *1\r\n$4\r\nPING\r\n\0";
    try (Lease lease = alice.lock(unusual).acquire()) {
      assertThat(bob.lock(unusual).isLocked()).isTrue();
      assertThat(lease.lockName()).isEqualTo(unusual);
    }
    assertThat(bob.lock(unusual).isLocked()).isFalse();
  }

  @Test
  void null_anywhere_isRefused() {
    assertRefusesNull(() -> alice.lock(nothing()));
    assertRefusesNull(() -> alices.acquire(nothing()));
    assertRefusesNull(() -> alices.tryAcquire((Duration) nothing()));
    assertRefusesNull(() -> alices.tryAcquire(LONG, nothing()));
    assertRefusesNull(() -> alices.lock(nothing()));
    assertRefusesNull(() -> alices.tryLock(1, nothing()));
    assertRefusesNull(() -> alices.tryLock(LONG, nothing()));
    assertFree();
  }

  @Test
  void leaseTime_tooShortOrTooLong_isRefusedAndNothingLocked() {
    for (Duration bad :
        new Duration[] {Duration.ZERO, Duration.ofSeconds(-1), TOO_SHORT, TOO_LONG}) {
      assertRefuses(bad, () -> LeaseOptions.fixed(bad));
      assertRefuses(bad, () -> LeaseOptions.renewed(bad));
      assertRefuses(bad, () -> alices.lock(bad));
      assertRefuses(bad, () -> alices.tryLock(LONG, bad));
    }
    assertThat(alices.holdCount()).isZero();
    assertFree();
  }

  @Test
  void renew_withBadLeaseTime_isRefusedAndTheLeaseGoesOn() throws Exception {
    try (Lease lease = alices.acquire()) {
      assertRefuses(TOO_SHORT, () -> lease.renew(TOO_SHORT));
      assertRefuses(Duration.ZERO, () -> lease.renew(Duration.ZERO));
      assertThat(lease.isHeld()).isTrue();
      assertThat(bobs.isLocked()).isTrue();
    }
  }

  private static void assertRefuses(Duration bad, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(bad.toString());
  }

  private static void assertRefusesNull(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfAny(NullPointerException.class, IllegalArgumentException.class);
  }

  /** The null that NullAway would not let us pass. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }
}
