package io.holdfast.verification.campaign;

import static io.holdfast.verification.checker.Checker.FENCED_MUTEX;
import static io.holdfast.verification.checker.Checker.FENCED_UPDATES;
import static io.holdfast.verification.checker.Checker.LIVENESS;
import static io.holdfast.verification.checker.Checker.MUTEX;
import static io.holdfast.verification.checker.Checker.OVERLAP;
import static io.holdfast.verification.checker.Checker.TOKEN_ORDER;
import static io.holdfast.verification.checker.Checker.TOLD;
import static io.holdfast.verification.checker.Checker.WOKEN;

import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.sabotage.Flaw;
import org.junit.jupiter.api.Test;

/** Planted bugs that show under a fault. */
class SabotageUnderFaultIT extends SabotageFixture {

  @Test
  void releaseWithoutCompare_isCaught() throws Exception {
    assertCaught(Flaw.RELEASE_WITHOUT_COMPARE, Fault.CLIENT_STOP, OVERLAP);
  }

  @Test
  void deadlineFromTheReply_isCaught() throws Exception {
    assertCaught(Flaw.DEADLINE_FROM_REPLY, Fault.DELAY, OVERLAP);
  }

  @Test
  void renewalThatReacquires_isCaught() throws Exception {
    assertCaught(Flaw.RENEWAL_REACQUIRES, Fault.CLIENT_STOP, OVERLAP);
  }

  @Test
  void tokenThatIsReused_isCaught() throws Exception {
    assertCaught(Flaw.TOKEN_REUSED, Fault.CLIENT_STOP, TOKEN_ORDER, FENCED_MUTEX, FENCED_UPDATES);
  }

  @Test
  void unknownAsRefused_isCaught() throws Exception {
    assertCaught(Flaw.UNKNOWN_AS_REFUSED, Fault.REPLY_DROPPED, MUTEX);
  }

  @Test
  void lossThatIsNeverTold_isCaught() throws Exception {
    assertCaught(Flaw.LOSS_NEVER_TOLD, Fault.FORCED_RELEASE, TOLD);
  }

  @Test
  void lossThatIsToldALeaseLate_isCaught() throws Exception {
    assertCaught(Flaw.TOLD_A_LEASE_LATE, Fault.FORCED_RELEASE, TOLD);
  }

  @Test
  void lossThatTheReleaseHides_isCaught() throws Exception {
    assertCaught(Flaw.LOST_AS_RELEASED, Fault.FORCED_RELEASE, TOLD);
  }

  @Test
  void waiterThatSleepsThroughAReconnect_isCaught() throws Exception {
    assertCaught(Flaw.SLEEPS_THROUGH_RECONNECT, Fault.PUBSUB_KILL, WOKEN);
  }

  @Test
  void lockWithoutExpiry_isCaught() throws Exception {
    assertCaught(Flaw.NO_EXPIRY, Fault.CLIENT_KILL, LIVENESS);
  }
}
