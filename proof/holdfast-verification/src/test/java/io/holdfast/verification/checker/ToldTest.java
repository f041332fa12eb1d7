package io.holdfast.verification.checker;

import static io.holdfast.verification.checker.Checker.TOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.history.End;
import org.junit.jupiter.api.Test;

/** Alice has the lock from 1, Bob from 50. A lease is 100, the slack 250: she must know by 333, at the latest by 400. */
class ToldTest {

  private static final int NEVER = -1;

  private final Histories history = new Histories().turn("bob", 8, 40, 50, 60, 61);

  @Test
  void belief_withinTheInterval_isLegal() {
    history.turn("alice", 7, 0, 1, 330, 400, 332, 335, End.LOST);
    assertThat(history.losingData().violations(TOLD)).isZero();
  }

  @Test
  void belief_afterTheInterval_isCaught() {
    history.turn("alice", 7, 0, 1, 340, 400, 341, 345, End.LOST);
    assertThat(history.losingData().violations(TOLD)).isEqualTo(1);
  }

  @Test
  void belief_afterTheInterval_ofALockThatTellsNothing_isCaught() {
    history.turn("alice", 7, 0, 1, 340, 400, NEVER, 345, End.LOST);
    assertThat(history.losingData().untold().violations(TOLD)).isEqualTo(1);
  }

  @Test
  void belief_whileTheServerCannotBeAsked_isLegalUntilTheDeadline() {
    history.turn("alice", 7, 0, 1, 390, 400, 395, 398, End.LOST).unreachable();
    assertThat(history.losingData().violations(TOLD)).isZero();
  }

  @Test
  void belief_ofAProcessThatStoodStill_isLegalUntilTheDeadline() {
    history.stalled("alice", 100, 200).losingData();
    assertThat(history.turn("alice", 7, 0, 1, 390, 400, 391, 395, End.LOST).violations(TOLD))
        .isZero();
    assertThat(history.turn("alice", 6, 0, 1, 410, 420, 411, 415, End.LOST).violations(TOLD))
        .isEqualTo(1);
  }

  @Test
  void belief_withoutTokens_isJudgedByWhoAskedLater() {
    Histories counted = new Histories().turn("carol", 9, -9, -8, -7, -6).losingData();
    counted.turn("bob", 3, 0, 50, 60, 61).turn("alice", 2, 0, 1, 360, 400, 361, 365, End.LOST);
    assertThat(counted.violations(TOLD)).as("Bob may have been first").isZero();
    assertThat(counted.turn("bob", 1, 2, 70, 80, 81).violations(TOLD)).isEqualTo(1);
  }

  @Test
  void release_confirmedAfterALossThatWasTold_isCaught() {
    history.turn("alice", 7, 0, 1, 100, 400, 101, 105, End.RELEASED);
    assertThat(history.losingData().violations(TOLD)).isEqualTo(1);
  }

  @Test
  void release_confirmedAfterALoss_isCaught() {
    history.turn("alice", 7, 0, 1, 100, 400, NEVER, 105, End.RELEASED);
    assertThat(history.losingData().violations(TOLD)).isEqualTo(1);
  }

  @Test
  void release_toAWaiterOfTheSameProcess_isLegalWithinTheInterval() {
    history.refused("alice", 90, 120).losingData();
    assertThat(
            history.turn("alice", 7, 0, 1, 100, 400, NEVER, 105, End.RELEASED).violations(TOLD))
        .isZero();
  }

  @Test
  void loss_thatOnlyTheReleaseTells_isCaught() {
    history.turn("alice", 7, 0, 1, 100, 400, NEVER, 105, End.LOST).losingData();
    assertThat(history.seen("alice", 106).violations(TOLD)).as("killed in time").isZero();
    assertThat(history.seen("alice", 400).violations(TOLD)).isEqualTo(1);
    assertThat(history.untold().violations(TOLD)).isZero();
  }

  @Test
  void alarm_beforeTheDeadline_isCaughtIfTheServerKeepsItsData() {
    Histories alone = new Histories().turn("alice", 7, 0, 1, 30, 90, 50, 60, End.LOST);
    assertThat(alone.violations(TOLD)).isEqualTo(1);
    assertThat(alone.losingData().violations(TOLD)).isZero();
  }
}
