package io.holdfast.verification.checker;

import static io.holdfast.verification.checker.Checker.WOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.history.End;
import org.junit.jupiter.api.Test;

/** A lease is 100: who waits for over 37 for a lock that nobody has was not woken. All have been running for 2 s. */
class WokenTest {

  private final Histories history = new Histories()
      .refused("alice", -2_000, -1_999)
      .refused("bob", -2_000, -1_999)
      .refused("carol", -2_000, -1_999);

  @Test
  void waiter_servedSoonAfterTheRelease_isLegal() {
    history.turn("alice", 7, 0, 1, 200, 201).turn("bob", 8, 5, 235, 260, 261);
    assertThat(history.violations(WOKEN)).isZero();
  }

  @Test
  void waiter_thatSleepsOn_isCaught() {
    history.turn("alice", 7, 0, 1, 200, 201).turn("bob", 8, 5, 260, 270, 271);
    assertThat(history.violations(WOKEN)).isEqualTo(1);
  }

  @Test
  void twoWaitersThatSleepOn_areOneViolation() {
    history
        .turn("alice", 7, 0, 1, 200, 201)
        .turn("bob", 8, 5, 260, 270, 271)
        .turn("carol", 9, 5, 272, 280, 281);
    assertThat(history.violations(WOKEN)).isEqualTo(1);
  }

  @Test
  void waiter_thatAskedLater_isLegal() {
    history.turn("alice", 7, 0, 1, 200, 201).turn("bob", 8, 900, 901, 902, 903);
    assertThat(history.violations(WOKEN)).isZero();
  }

  @Test
  void waiter_thatWasOvertaken_isLegal() {
    history.turn("alice", 7, 0, 1, 200, 201).turn("bob", 9, 5, 300, 301, 302);
    assertThat(history.turn("carol", 8, 210, 235, 260, 270).violations(WOKEN)).isZero();
  }

  @Test
  void waiter_ofAProcessThatStoodStill_isLegal() {
    history.turn("alice", 7, 0, 1, 200, 201).turn("bob", 8, 5, 260, 270, 271);
    assertThat(history.stalled("bob", 205, 255).violations(WOKEN)).isZero();
  }

  @Test
  void waiter_ofAProcessThatHasJustStarted_isLegal() {
    history.turn("alice", 7, 0, 1, 200, 201).turn("dave", 8, 5, 260, 270, 271);
    assertThat(history.violations(WOKEN)).isZero();
  }

  @Test
  void waiter_behindALostTurn_isLegalForAnotherLease() {
    history.turn("alice", 7, 0, 1, 50, 90, 92, 200, End.LOST);
    assertThat(history.turn("bob", 8, 5, 335, 336, 337).violations(WOKEN)).isZero();
    assertThat(history.turn("carol", 9, 5, 460, 461, 462).violations(WOKEN)).isEqualTo(1);
  }

  @Test
  void waiter_behindAnUnknownRequest_isLegalForALease() {
    history.unknown("alice", 0, 20);
    assertThat(history.turn("bob", 8, 5, 155, 156, 157).violations(WOKEN)).isZero();
    assertThat(history.turn("carol", 9, 5, 220, 221, 222).violations(WOKEN)).isEqualTo(1);
  }

  @Test
  void waiter_behindAHolderThatWasKilled_isLegalUntilItsLeaseIsOver() {
    history.turn("alice", 7, 0, 1, 30, 90, -1, Histories.NEVER, End.OPEN).seen("alice", 50);
    assertThat(history.turn("bob", 8, 5, 335, 336, 337).violations(WOKEN)).isZero();
    assertThat(history.turn("carol", 9, 5, 400, 401, 402).violations(WOKEN)).isEqualTo(1);
  }
}
