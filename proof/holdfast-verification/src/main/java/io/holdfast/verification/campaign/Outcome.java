package io.holdfast.verification.campaign;

import io.holdfast.verification.checker.Checker;
import io.holdfast.verification.checker.Finding;
import java.util.List;
import java.util.Map;

/**
 * What a campaign found.
 *
 * @param campaign its name
 * @param lock the lock under test
 * @param seed with which it can be run again
 * @param seconds for how long the fault struck
 * @param strikes how often
 * @param counts what happened, by kind
 * @param verdicts what each checker says
 */
public record Outcome(
    String campaign,
    String lock,
    long seed,
    long seconds,
    int strikes,
    Map<String, Long> counts,
    List<Verdict> verdicts) {

  /**
   * What one checker says.
   *
   * @param checker the checker
   * @param applies whether there was anything to check
   * @param isPromised whether Holdfast promises it under this fault
   * @param finding what it found
   */
  public record Verdict(Checker checker, boolean applies, boolean isPromised, Finding finding) {

    /** Whether a promise was broken. */
    public boolean isBroken() {
      return applies && isPromised && finding.count() > 0;
    }
  }

  /** What that checker says. */
  public Verdict verdict(Checker checker) {
    return verdicts.stream()
        .filter(verdict -> verdict.checker() == checker)
        .findFirst()
        .orElseThrow();
  }

  /** Whether all that is broken is a promise about real time, which a machine with other work breaks as well. */
  public boolean isLateAtMost() {
    return broken().stream().allMatch(verdict -> verdict.checker().isTimed());
  }

  /** The checkers whose promise was broken. */
  public List<Verdict> broken() {
    return verdicts.stream().filter(Verdict::isBroken).toList();
  }
}
