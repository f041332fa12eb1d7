package io.holdfast.verification.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.holdfast.verification.campaign.Outcome;
import io.holdfast.verification.campaign.Outcome.Verdict;
import io.holdfast.verification.checker.Checker;
import io.holdfast.verification.checker.Finding;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ReportTest {

  /** Overlap was promised and broken, mutex not promised, tokens not there. */
  private final Outcome outcome = outcome("padlock", ReportTest::verdict);

  private static Outcome outcome(String lock, Function<Checker, Verdict> verdict) {
    return new Outcome(
        "delay",
        lock,
        42,
        10,
        3,
        Map.of("calls", 100L),
        Arrays.stream(Checker.values()).map(verdict).toList());
  }

  private static Verdict verdict(Checker checker) {
    return switch (checker) {
      case OVERLAP -> new Verdict(checker, true, true, Finding.of(List.of("alice and bob")));
      case MUTEX -> new Verdict(checker, true, false, Finding.of(List.of("x", "y")));
      case TOKEN_ORDER -> new Verdict(checker, false, true, Finding.of(List.of()));
      default -> new Verdict(checker, true, true, Finding.of(List.of()));
    };
  }

  @Test
  void markdown_tellsBrokenFromNotPromisedAndFromNotThere() {
    String text = MarkdownReport.of(List.of(outcome, outcome));
    assertThat(text)
        .contains("### padlock")
        .contains("| delay | 6 | 200 |", "| **2** | (4) | 0 | 0 | – |")
        .contains("**bold** where", "in (brackets) where", "A – says")
        .contains("* padlock, delay, seed 42, overlap: alice and bob");
  }

  @Test
  void json_hasEveryOutcomeAndChecker() {
    var first = JsonParser.parseString(JsonReport.of(List.of(outcome)))
        .getAsJsonArray()
        .get(0)
        .getAsJsonObject();
    assertThat(first.get("seed").getAsLong()).isEqualTo(42);
    assertThat(first.getAsJsonObject("checkers").keySet()).hasSize(Checker.values().length);
  }

  @Test
  void summary_promiseOfOursBroken_failsAndNamesIt() {
    Summary summary = new Summary(List.of(outcome("holdfast", ReportTest::verdict)), List.of());
    assertThat(summary.isPassed()).isFalse();
    assertThat(summary.line())
        .isEqualTo("FAILED: promises were broken in 1 of 1 campaign: delay with seed 42 (overlap)");
  }

  @Test
  void summary_nothingBroken_passes() {
    Outcome kept =
        outcome("holdfast", checker -> new Verdict(checker, true, true, Finding.of(List.of())));
    assertThat(new Summary(List.of(kept), List.of()).line())
        .isEqualTo("PASSED: every promise was kept in 1 campaign");
    assertThat(new Summary(List.of(kept, kept), List.of()).line()).endsWith("in 2 campaigns");
    Summary unfinished = new Summary(List.of(kept), List.of("reset over holdfast"));
    assertThat(unfinished.isPassed()).isFalse();
    assertThat(unfinished.line()).isEqualTo("FAILED: not run to their end: reset over holdfast");
  }

  @Test
  void summary_withoutOurLock_isNoVerdict() {
    Summary summary = new Summary(List.of(outcome), List.of());
    assertThat(summary.isPassed()).isTrue();
    assertThat(summary.line()).startsWith("NO VERDICT");
  }
}
