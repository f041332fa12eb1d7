package io.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseOptionsTest {

  @Test
  void renewed_default_hasNoLeaseTimeOfItsOwn() {
    assertThat(LeaseOptions.renewed().leaseTime()).isNull();
    assertThat(LeaseOptions.renewed().isRenewed()).isTrue();
  }

  @Test
  void fixed_bounds_areAllowed() {
    assertThat(LeaseOptions.fixed(Duration.ofMillis(10)).isRenewed()).isFalse();
    assertThat(LeaseOptions.fixed(Duration.ofHours(24)).leaseTime()).isEqualTo(Duration.ofDays(1));
    assertThat(LeaseOptions.fixedForLong(Duration.ofDays(3650)).leaseTime()).isNotNull();
  }

  @Test
  void fixed_tooShort_isNamed() {
    for (Duration bad : new Duration[] {
      Duration.ofNanos(9_999_999),
      Duration.ZERO,
      Duration.ofSeconds(-1),
      Duration.ofSeconds(Long.MIN_VALUE)
    }) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LeaseOptions.fixed(bad))
          .withMessageContaining(bad.toString())
          .withMessageContaining("10 ms");
      assertThatIllegalArgumentException().isThrownBy(() -> LeaseOptions.renewed(bad));
      assertThatIllegalArgumentException().isThrownBy(() -> LeaseOptions.fixedForLong(bad));
    }
  }

  @Test
  void fixed_over24Hours_pointsToTheWayOut() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseOptions.fixed(Duration.ofHours(24).plusNanos(1)))
        .withMessageContaining("fixedForLong");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseOptions.renewed(Duration.ofHours(25)))
        .withMessageContaining("PT25H");
  }

  @Test
  void fixedForLong_absurd_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseOptions.fixedForLong(Duration.ofSeconds(Long.MAX_VALUE)))
        .withMessageContaining("ten years");
  }

  @Test
  void fixed_withoutATime_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LeaseOptions(null, false));
  }
}
