package io.holdfast.verification.campaign;

import io.holdfast.verification.checker.Checker;
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
      case CLIENT_TOKEN_ORDER, LIVENESS, QUIET -> true;
    };
  }
}
