package io.holdfast.verification.campaign;

import static io.holdfast.verification.checker.Checker.LIVENESS;
import static io.holdfast.verification.checker.Checker.MUTEX;
import static io.holdfast.verification.checker.Checker.OVERLAP;
import static io.holdfast.verification.checker.Checker.PLAIN_UPDATES;
import static io.holdfast.verification.checker.Checker.QUIET;
import static io.holdfast.verification.checker.Checker.REENTRANT_MUTEX;

import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.sabotage.Flaw;
import org.junit.jupiter.api.Test;

/** Planted bugs that show without a fault. */
class SabotageInCalmIT extends SabotageFixture {

  @Test
  void noRenewal_isCaught() throws Exception {
    assertCaught(Flaw.NO_RENEWAL, Fault.CALM, OVERLAP);
  }

  @Test
  void lostWakeUp_isCaught() throws Exception {
    assertCaught(Flaw.LOST_WAKE_UP, Fault.CALM, LIVENESS);
  }

  @Test
  void releaseThatIsNeverSent_isCaught() throws Exception {
    assertCaught(Flaw.RELEASE_NEVER_SENT, Fault.CALM, MUTEX);
  }

  @Test
  void grantWithoutAsking_isCaught() throws Exception {
    assertCaught(Flaw.GRANT_WITHOUT_ASKING, Fault.CALM, PLAIN_UPDATES);
  }

  @Test
  void innerReleaseThatFrees_isCaught() throws Exception {
    assertCaught(Flaw.INNER_RELEASE_FREES, Fault.CALM, REENTRANT_MUTEX);
  }

  @Test
  void renewalThatOutlivesItsHolder_isCaught() throws Exception {
    assertCaught(Flaw.RENEWAL_OUTLIVES_HOLDER, Fault.CALM, LIVENESS);
  }

  @Test
  void connectionThatIsLeft_isCaught() throws Exception {
    assertCaught(Flaw.CONNECTION_LEFT, Fault.CALM, QUIET);
  }

  @Test
  void threadThatIsLeft_isCaught() throws Exception {
    assertCaught(Flaw.THREAD_LEFT, Fault.CALM, QUIET);
  }
}
