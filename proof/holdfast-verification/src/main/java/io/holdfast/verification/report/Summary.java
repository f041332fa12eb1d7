package io.holdfast.verification.report;

import io.holdfast.verification.campaign.Outcome;
import io.holdfast.verification.campaign.Outcome.Verdict;
import io.holdfast.verification.subject.Subjects;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a run says about Holdfast, in one line. Other locks are measured by the same promises, but have not given them:
 * what they break is in the table, and no failure.
 *
 * @param outcomes of the campaigns that ran
 * @param notRun the names of those that could not be run to their end
 */
public record Summary(List<Outcome> outcomes, List<String> notRun) {

  /** Whether all that was asked for ran, and Holdfast broke nothing. */
  public boolean isPassed() {
    return notRun.isEmpty() && broken().isEmpty();
  }

  /** The verdict. */
  public String line() {
    if (!broken().isEmpty()) {
      return "FAILED: promises were broken in " + broken().size() + " of " + campaigns(ours())
          + ": " + broken().stream().map(Summary::named).collect(Collectors.joining("; "));
    }
    if (!notRun.isEmpty()) {
      return "FAILED: not run to their end: " + String.join("; ", notRun);
    }
    return ours().isEmpty()
        ? "NO VERDICT: Holdfast was not among the locks of these " + campaigns(outcomes)
        : "PASSED: every promise was kept in " + campaigns(ours());
  }

  /** {@code 1 campaign}, {@code 2 campaigns}. */
  public static String campaigns(long count) {
    return count + (count == 1 ? " campaign" : " campaigns");
  }

  private static String campaigns(List<Outcome> outcomes) {
    return campaigns(outcomes.size());
  }

  private List<Outcome> ours() {
    return outcomes.stream().filter(outcome -> Subjects.isOurs(outcome.lock())).toList();
  }

  private List<Outcome> broken() {
    return ours().stream().filter(outcome -> !outcome.broken().isEmpty()).toList();
  }

  private static String named(Outcome outcome) {
    return outcome.campaign() + " with seed " + outcome.seed() + " ("
        + outcome.broken().stream()
            .map(Verdict::checker)
            .map(checker -> checker.label())
            .collect(Collectors.joining(", "))
        + ")";
  }
}
