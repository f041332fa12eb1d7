package io.holdfast.verification.checker;

import static io.holdfast.verification.checker.Checker.CLIENT_TOKEN_ORDER;
import static io.holdfast.verification.checker.Checker.FENCED_MUTEX;
import static io.holdfast.verification.checker.Checker.FENCED_UPDATES;
import static io.holdfast.verification.checker.Checker.LIVENESS;
import static io.holdfast.verification.checker.Checker.MUTEX;
import static io.holdfast.verification.checker.Checker.OVERLAP;
import static io.holdfast.verification.checker.Checker.PLAIN_UPDATES;
import static io.holdfast.verification.checker.Checker.QUIET;
import static io.holdfast.verification.checker.Checker.REENTRANT_MUTEX;
import static io.holdfast.verification.checker.Checker.TOKEN_ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.checker.Evidence.Tally;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every checker on hand-written histories: what is legal passes, what is not is caught. */
class CheckerTest {

  private final Histories history = new Histories();

  @Test
  void oneAfterTheOther_isLegalForEverybody() {
    history.turn("alice", 1, 0, 1, 10, 11).refused("bob", 2, 3).turn("bob", 2, 5, 12, 20, 21);
    for (Checker checker : Checker.values()) {
      assertThat(history.violations(checker)).as(checker.label()).isZero();
    }
  }

  @Test
  void twoAtOnce_isCaught() {
    history.turn("alice", 1, 0, 1, 10, 11).turn("bob", 2, 2, 5, 20, 21);
    assertThat(history.violations(OVERLAP)).isEqualTo(1);
    assertThat(history.violations(MUTEX)).isEqualTo(1);
    assertThat(history.violations(REENTRANT_MUTEX)).isEqualTo(1);
    assertThat(history.violations(FENCED_MUTEX)).isEqualTo(1);
  }

  @Test
  void aShortTurnInsideALongOne_isCaught() {
    history
        .turn("alice", 1, 0, 1, 50, 51)
        .turn("bob", 2, 2, 5, 6, 7)
        .turn("carol", 3, 8, 9, 10, 11);
    assertThat(history.violations(OVERLAP)).isEqualTo(2);
  }

  @Test
  void grantBeforeTheReleaseIsAnswered_isLegal() {
    history.turn("alice", 1, 0, 1, 10, 30).turn("bob", 2, 2, 15, 20, 21);
    assertThat(history.violations(OVERLAP)).isZero();
    assertThat(history.violations(MUTEX)).isZero();
  }

  @Test
  void grantAfterALossThatTheHolderKnew_isLegal() {
    history.lost("alice", 1, 0, 1, 100).turn("bob", 2, 2, 105, 110, 111);
    assertThat(history.violations(OVERLAP)).isZero();
    assertThat(history.violations(MUTEX)).isZero();
  }

  @Test
  void grantBeforeTheHoldersDeadline_isCaught() {
    history.lost("alice", 1, 0, 1, 100).turn("bob", 2, 2, 95, 110, 111);
    assertThat(history.violations(OVERLAP)).isEqualTo(1);
    assertThat(history.violations(MUTEX)).isEqualTo(1);
  }

  @Test
  void refusalByNobody_isCaught() {
    history.turn("alice", 1, 0, 1, 10, 11).refused("bob", 20, 21);
    assertThat(history.violations(MUTEX)).isEqualTo(1);
    assertThat(history.violations(OVERLAP)).isZero();
  }

  @Test
  void refusalWhileTheReleaseIsUnderWay_isLegal() {
    history.turn("alice", 1, 0, 1, 10, 30).refused("bob", 20, 21);
    assertThat(history.violations(MUTEX)).isZero();
  }

  @Test
  void refusalByAnUnknownRequest_isLegalForAFewLeases() {
    assertThat(new Histories().unknown("alice", 0, 1).refused("bob", 20, 21).violations(MUTEX))
        .isZero();
    assertThat(new Histories().unknown("alice", 0, 1).refused("bob", 900, 901).violations(MUTEX))
        .isEqualTo(1);
  }

  @Test
  void refusalBehindALocalWaiter_isLegal() {
    history.turn("alice", 1, 0, 30, 40, 41).refused("alice", 20, 21);
    assertThat(history.violations(MUTEX)).isZero();
  }

  @Test
  void refusalWhileTheHoldersProcessKeepsItForItsNext_isLegal() {
    history
        .turn("alice", 1, 0, 1, 10, 11)
        .turn("alice", 2, 5, 30, 40, 41)
        .refused("bob", 20, 21)
        .turn("carol", 3, 22, 25, 26, 27);
    assertThat(history.violations(MUTEX)).isZero();
  }

  @Test
  void refusalWhileSomebodyWhoCameAfterTheReleaseWaits_isCaught() {
    history
        .turn("alice", 1, 0, 1, 10, 11)
        .turn("alice", 2, 15, 30, 40, 41)
        .refused("bob", 20, 21)
        .turn("carol", 3, 22, 25, 26, 27);
    assertThat(history.violations(MUTEX)).isEqualTo(1);
  }

  @Test
  void refusalAfterALostTurnThatTheServerMayStillHave_isLegal() {
    history.lost("alice", 1, 0, 1, 100).refused("bob", 105, 106);
    assertThat(history.violations(MUTEX)).isZero();
  }

  @Test
  void reentryWithTheSameToken_isLegal() {
    history.reentrant("alice", 7, 7, 0, 1, 10, 11).turn("bob", 8, 2, 12, 20, 21);
    assertThat(history.violations(REENTRANT_MUTEX)).isZero();
    assertThat(history.violations(FENCED_MUTEX)).isZero();
    assertThat(history.violations(TOKEN_ORDER)).isZero();
  }

  @Test
  void reentryWithAnotherToken_isCaught() {
    history.reentrant("alice", 7, 8, 0, 1, 10, 11);
    assertThat(history.violations(FENCED_MUTEX)).isEqualTo(1);
    assertThat(history.violations(TOKEN_ORDER)).isEqualTo(1);
  }

  @Test
  void somebodyElseInsideAReentrantTurn_isCaught() {
    history.reentrant("alice", 7, 7, 0, 1, 10, 11).turn("bob", 8, 2, 5, 6, 7);
    assertThat(history.violations(REENTRANT_MUTEX)).isEqualTo(1);
  }

  /** Who was stopped past its deadline and then takes the lock "once more" has been let in without asking. */
  @Test
  void reentryAfterALoss_isCaught() {
    history.reentrantAfterLoss("alice", 7, 0, 1, 10, 30).turn("bob", 8, 11, 12, 40, 41);
    assertThat(history.violations(REENTRANT_MUTEX)).isEqualTo(1);
    assertThat(history.violations(FENCED_MUTEX)).isEqualTo(1);
    assertThat(history.violations(MUTEX)).isZero();
    assertThat(history.violations(OVERLAP)).isZero();
  }

  @Test
  void tokenThatGoesBack_isCaught() {
    history.turn("alice", 9, 0, 1, 10, 11).turn("bob", 8, 12, 13, 20, 21);
    assertThat(history.violations(TOKEN_ORDER)).isEqualTo(1);
    assertThat(history.violations(FENCED_MUTEX)).isEqualTo(1);
    assertThat(history.violations(MUTEX)).isZero();
  }

  @Test
  void tokenThatGoesBackForOneClient_isCaughtByBoth() {
    history.turn("alice", 9, 0, 1, 10, 11).turn("bob", 8, 12, 13, 20, 21);
    assertThat(history.violations(CLIENT_TOKEN_ORDER)).isZero();
    history.turn("alice", 7, 22, 23, 30, 31);
    assertThat(history.violations(CLIENT_TOKEN_ORDER)).isEqualTo(1);
    assertThat(history.violations(TOKEN_ORDER)).isEqualTo(2);
  }

  @Test
  void tokenTwice_isCaught() {
    history.turn("alice", 9, 0, 1, 10, 11).turn("bob", 9, 2, 13, 20, 21);
    assertThat(history.violations(TOKEN_ORDER)).isEqualTo(1);
  }

  @Test
  void tokensOfGrantsAtTheSameTime_haveNoOrder() {
    history.turn("alice", 9, 0, 10, 11, 12).turn("bob", 8, 1, 5, 6, 7);
    assertThat(history.violations(TOKEN_ORDER)).isZero();
    assertThat(history.violations(FENCED_MUTEX)).isZero();
  }

  @Test
  void olderTokenOfAHandOver_isLegalOnlyAfterTheServerForgot() {
    long stamp = 1L << 50;
    history
        .turn("alice", stamp, 0, 1, 10, 11)
        .turn("bob", stamp + 5_000, 12, 13, 40, 41)
        .turn("alice", stamp + 1, 14, 15, 16, 17);
    assertThat(history.violations(TOKEN_ORDER)).isEqualTo(1);
    assertThat(history.losingData().violations(TOKEN_ORDER)).isZero();
  }

  @Test
  void lostUpdates_ofAStore_areCountedByTheCheckerOfThatStore() {
    Map<String, Tally> twoLost = Map.of("a", new Tally(10, 8, 0), "b", new Tally(5, 5, 1));
    Map<String, Tally> oneLost = Map.of("a", new Tally(4, 3, 0));
    Evidence evidence = history.evidence(twoLost, oneLost);
    assertThat(PLAIN_UPDATES.check(evidence).count()).isEqualTo(2);
    assertThat(FENCED_UPDATES.check(evidence).count()).isEqualTo(1);
  }

  @Test
  void waiterServedTooLate_isCaught() {
    assertThat(new Histories().turn("alice", 1, 0, 499, 510, 511).violations(LIVENESS))
        .isZero();
    assertThat(new Histories().turn("alice", 1, 0, 502, 510, 511).violations(LIVENESS))
        .isEqualTo(1);
  }

  @Test
  void stuckClientAndOrphan_areCaught() {
    Evidence evidence =
        history.evidence(List.of("client0 did not come to an end"), List.of("lock"), List.of());
    assertThat(LIVENESS.check(evidence).count()).isEqualTo(2);
  }

  @Test
  void leftover_isCaught() {
    Evidence evidence = history.evidence(List.of(), List.of(), List.of("alice: thread x"));
    assertThat(QUIET.check(evidence).examples()).containsExactly("alice: thread x");
  }
}
