package io.holdfast.verification.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.history.Stalls.Stall;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallsTest {

  private static final String ALICE = "alice";

  private final Stalls stalls = new Stalls(List.of(
      new Stall(ALICE, 100, 150), new Stall("bob", 0, 1_000), new Stall(Stalls.HARNESS, 200, 220)));

  @Test
  void awake_leavesOutItsOwnStallsAndTheHarness() {
    assertThat(stalls.awakeNanos(ALICE, 0, 90)).isEqualTo(90);
    assertThat(stalls.awakeNanos(ALICE, 0, 300)).isEqualTo(230);
    assertThat(stalls.awakeNanos(ALICE, 120, 210)).isEqualTo(50);
  }

  @Test
  void awakeAfter_goesOnWhenItIsAwakeAgain() {
    assertThat(stalls.awakeAfter(ALICE, 0, 90)).isEqualTo(90);
    assertThat(stalls.awakeAfter(ALICE, 90, 20)).isEqualTo(160);
    assertThat(stalls.awakeAfter(ALICE, 120, 20)).isEqualTo(170);
    assertThat(stalls.awakeAfter(ALICE, 90, 100)).isEqualTo(260);
  }

  @Test
  void awakeBefore_goesBackToWhenItWasAwake() {
    assertThat(stalls.awakeBefore(ALICE, 90, 80)).isEqualTo(10);
    assertThat(stalls.awakeBefore(ALICE, 160, 20)).isEqualTo(90);
    assertThat(stalls.awakeBefore(ALICE, 120, 20)).isEqualTo(80);
    assertThat(stalls.awakeBefore(ALICE, 230, 70)).isEqualTo(90);
  }
}
