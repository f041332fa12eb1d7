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
import org.junit.jupiter.api.Test;

class ReportTest {

  /** Overlap was promised and broken, mutex not promised, tokens not there. */
  private final Outcome outcome = new Outcome(
      "delay",
      "padlock",
      42,
      10,
      3,
      Map.of("calls", 100L),
      Arrays.stream(Checker.values()).map(ReportTest::verdict).toList());

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
}
