package io.holdfast.verification.campaign;

import io.holdfast.verification.checker.Checker;
import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Fault.Effect;

/** What {@code docs/guarantees.md} promises under which kind of fault. */
final class Promises {

  private Promises() {}

  static boolean cover(Checker checker, Effect effect) {
    return switch (checker) {
      // exclusion holds while the server keeps its data
      case OVERLAP, MUTEX, REENTRANT_MUTEX, FENCED_MUTEX -> !effect.losesData();
      // without a fence, nothing protects what a holder writes after its lease ran out
      case PLAIN_UPDATES -> effect == Effect.HARMLESS;
      // a clock that steps back may give a client that has not seen the latest stamp the same one
      // or a smaller
      case TOKEN_ORDER, FENCED_UPDATES -> effect != Effect.STEPS_CLOCK;
      // and nobody can tell by the tokens who came after whom
      case TOLD -> effect != Effect.STEPS_CLOCK;
      case CLIENT_TOKEN_ORDER, WOKEN, LIVENESS, QUIET -> true;
    };
  }

  /** Whether the server answers everybody while that fault strikes. */
  static boolean keepServerReachable(Fault fault) {
    return switch (fault) {
      case CALM,
          CLIENT_STOP,
          CLIENT_KILL,
          INTERRUPTS,
          SCRIPT_FLUSH,
          FLUSHALL,
          PUBSUB_KILL,
          EVICTION,
          FORCED_RELEASE -> true;
      default -> false;
    };
  }
}
