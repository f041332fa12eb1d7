package io.holdfast.verification.checker;

import io.holdfast.verification.history.Call;
import java.util.ArrayList;
import java.util.List;

/** When the faults are over, every waiter is answered within the bound, and nothing stays locked. */
final class Liveness {

  private Liveness() {}

  static Finding check(Evidence evidence) {
    List<String> violations = new ArrayList<>(evidence.stuck());
    for (Call call : evidence.history().calls()) {
      long since = Math.max(call.called(), evidence.healedNanos());
      if (call.answered() != Call.NEVER
          && call.answered() - since > evidence.terms().bound().toNanos()) {
        violations.add(call.lock() + ": " + call.who() + " (" + call.form() + ") was answered "
            + (call.answered() - since) / 1_000_000 + " ms after the last fault; expected within "
            + evidence.terms().bound().toMillis());
      }
    }
    evidence
        .keysLeft()
        .forEach(
            key -> violations.add(key + " is still locked, over a lease after everybody left"));
    return Finding.of(violations);
  }
}
