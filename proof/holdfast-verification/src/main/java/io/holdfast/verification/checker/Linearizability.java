package io.holdfast.verification.checker;

import io.holdfast.verification.model.LockModel;
import io.holdfast.verification.model.Search;
import io.holdfast.verification.model.Steps;
import java.util.ArrayList;
import java.util.List;

/** Searches, per lock, for an order of all answers that the model could have given; one violation per lock. */
final class Linearizability {

  private Linearizability() {}

  static Finding check(LockModel model, Evidence evidence) {
    List<String> violations = new ArrayList<>();
    evidence.history().byLock().forEach((lock, calls) -> {
      boolean withInner = model != LockModel.MUTEX;
      Search.Outcome outcome =
          Search.of(model, Steps.of(calls, evidence.terms().lease(), withInner));
      if (!outcome.isDecided()) {
        violations.add(lock + ": undecided, too many orders are possible");
      }
      outcome
          .culprit()
          .ifPresent(step -> violations.add(
              lock + ": no legal order of " + calls.size() + " calls has " + step.what()));
    });
    return Finding.of(violations);
  }
}
