package io.holdfast.verification.campaign;

import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.sabotage.Flaw;
import org.junit.jupiter.api.Test;

/** Where a planted bug is caught, the same lock without it raises no alarm. */
class NoSabotageIT extends SabotageFixture {

  @Test
  void lockWithoutAFlaw_inCalm_passes() throws Exception {
    assertPasses(Flaw.INNER_RELEASE_FREES, Fault.CALM);
  }

  @Test
  void lockWithoutAFlaw_holderStopped_passes() throws Exception {
    assertPasses(Flaw.RELEASE_WITHOUT_COMPARE, Fault.CLIENT_STOP);
  }

  @Test
  void lockWithoutAFlaw_releasedBySomebodyElse_passes() throws Exception {
    assertPasses(Flaw.LOSS_NEVER_TOLD, Fault.FORCED_RELEASE);
  }

  @Test
  void lockWithoutAFlaw_subscriptionsKilled_passes() throws Exception {
    assertPasses(Flaw.SLEEPS_THROUGH_RECONNECT, Fault.PUBSUB_KILL);
  }

  @Test
  void lockWithoutAFlaw_holderKilled_passes() throws Exception {
    assertPasses(Flaw.NO_EXPIRY, Fault.CLIENT_KILL);
  }

  @Test
  void lockWithoutAFlaw_lateReplies_passes() throws Exception {
    assertPasses(Flaw.DEADLINE_FROM_REPLY, Fault.DELAY);
  }

  @Test
  void lockWithoutAFlaw_lostReplies_passes() throws Exception {
    assertPasses(Flaw.UNKNOWN_AS_REFUSED, Fault.REPLY_DROPPED);
  }
}
