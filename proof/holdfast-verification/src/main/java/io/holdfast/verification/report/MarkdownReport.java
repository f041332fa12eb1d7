package io.holdfast.verification.report;

import io.holdfast.verification.campaign.Outcome;
import io.holdfast.verification.campaign.Outcome.Verdict;
import io.holdfast.verification.checker.Checker;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table of fault × checker per lock, with what its signs mean. */
public final class MarkdownReport {

  private static final List<String> COUNTS =
      List.of("calls", "granted", "unknown", "lost leases", "refused by the fence");

  private static final String SIGNS = """
      Numbers under a checker count what it found: **bold** where docs/guarantees.md promises that there is none,
      in (brackets) where it promises nothing under that fault. A – says that there was nothing to check.

      """;

  private MarkdownReport() {}

  /** One table per lock, then its signs, then an example of what each checker found. */
  public static String of(List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    Map<String, List<Outcome>> byLock = outcomes.stream()
        .collect(Collectors.groupingBy(Outcome::lock, LinkedHashMap::new, Collectors.toList()));
    byLock.forEach((lock, ofLock) -> text.append(table(lock, ofLock)).append('\n'));
    return text.append(SIGNS).append(examples(outcomes)).toString();
  }

  private static String table(String lock, List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder("### " + lock + "\n\n| fault | strikes |");
    COUNTS.forEach(count -> text.append(' ').append(count).append(" |"));
    Arrays.stream(Checker.values())
        .forEach(checker -> text.append(' ').append(checker.label()).append(" |"));
    text.append("\n| --- | --: |").append(" --: |".repeat(COUNTS.size() + Checker.values().length));
    merged(outcomes).forEach((fault, rows) -> text.append('\n').append(row(fault, rows)));
    return text.append('\n').toString();
  }

  /** Several runs of one campaign are one row. */
  private static Map<String, List<Outcome>> merged(List<Outcome> outcomes) {
    return outcomes.stream()
        .collect(Collectors.groupingBy(Outcome::campaign, LinkedHashMap::new, Collectors.toList()));
  }

  private static String row(String fault, List<Outcome> runs) {
    StringBuilder text = new StringBuilder(
        "| " + fault + " | " + runs.stream().mapToInt(Outcome::strikes).sum() + " |");
    for (String count : COUNTS) {
      long sum =
          runs.stream().mapToLong(run -> run.counts().getOrDefault(count, 0L)).sum();
      text.append(' ').append(sum).append(" |");
    }
    for (Checker checker : Checker.values()) {
      text.append(' ')
          .append(cell(runs.stream().map(run -> run.verdict(checker)).toList()))
          .append(" |");
    }
    return text.toString();
  }

  private static String cell(List<Verdict> verdicts) {
    Verdict first = verdicts.get(0);
    if (!first.applies()) {
      return "–";
    }
    long count =
        verdicts.stream().mapToLong(verdict -> verdict.finding().count()).sum();
    if (!first.isPromised()) {
      return "(" + count + ")";
    }
    return count == 0 ? "0" : "**" + count + "**";
  }

  private static String examples(List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    for (Outcome outcome : outcomes) {
      for (Verdict verdict : outcome.broken()) {
        verdict.finding().examples().stream()
            .findFirst()
            .ifPresent(example -> text.append("* ")
                .append(outcome.lock())
                .append(", ")
                .append(outcome.campaign())
                .append(", seed ")
                .append(outcome.seed())
                .append(", ")
                .append(verdict.checker().label())
                .append(": ")
                .append(example)
                .append('\n'));
      }
    }
    return text.toString();
  }
}
