package io.holdfast.internal.tenure;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.protocol.PlainKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenureTest {

  private static final long MILLI = 1_000_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 9, 30, 500, 999, 1_000, 12_345, 3_600_000})
  void leaseMillisFor_aTimeToBelieve_isEnoughAndHardlyMore(long millis) {
    long lease = Tenure.leaseMillisFor(millis * MILLI);
    assertThat(Tenure.deadline(0, lease)).isGreaterThanOrEqualTo(millis * MILLI);
    assertThat(lease).isLessThanOrEqualTo(millis + Math.max(10, millis / 80));
  }

  @Test
  void remainingLeaseMillis_afterAWhile_isWhatTheServerHasLeft() {
    Tenure tenure = new Tenure(
        new LockId(PlainKind.INSTANCE, "a"), "holder:1", 1, 0, 30_000, LateCopies.NONE, 0);
    assertThat(tenure.remainingLeaseMillis(10_000 * MILLI)).isEqualTo(20_000);
    assertThat(tenure.remainingLeaseMillis(40_000 * MILLI)).isEqualTo(1);
  }
}
