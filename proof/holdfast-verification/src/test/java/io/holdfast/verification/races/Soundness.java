package io.holdfast.verification.races;

import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/** An order of a {@link Race} is sound if the race says so at its end, and if nothing was thrown on the way there. */
public final class Soundness implements Verifier {

  /** As the model checker calls it. */
  public Soundness(Class<?> race) {}

  @Override
  public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
    return results.getInitResults().toString().equals("[void]")
        && results.getPostResults().toString().equals("[true]")
        && results.getParallelResultsWithClock().stream()
            .flatMap(thread -> thread.stream())
            .allMatch(result -> result.getResult().toString().equals("void"));
  }
}
