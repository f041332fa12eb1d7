package io.holdfast.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.scenario.Figure;
import io.holdfast.benchmarks.scenario.Round;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

  private final Outcome outcome =
      outcome("uncontended-1", rates(100, 400, 200), rates(50, 100, 400));

  @Test
  void median_ofThreeRounds_isTheMiddleOne() {
    assertThat(outcome.median("holdfast", Figure.RATE)).hasValue(200);
  }

  @Test
  void median_ofAFigureNobodyRead_isEmpty() {
    assertThat(outcome.median("holdfast", Figure.WAIT_P99)).isEmpty();
    assertThat(outcome.median("nobody", Figure.RATE)).isEmpty();
  }

  /** Not the ratio of the medians (2): rounds that ran side by side are compared. */
  @Test
  void ratio_isTakenRoundByRound() {
    assertThat(outcome.ratio("holdfast", "redisson", Figure.RATE))
        .hasValue(new Outcome.Spread(2, 0.5, 4));
  }

  @Test
  void targets_sayWhatWasMetAndWhatWasMissed() {
    String table = Tables.targets(List.of(outcome));

    assertThat(table)
        .containsPattern("rate / Redisson \\| +≥ 2 \\| +2 \\| +met")
        .doesNotContain("raw Lettuce");
    Outcome slower = outcome("uncontended-1", rates(100), rates(60));
    assertThat(Tables.targets(List.of(slower)))
        .containsPattern("rate / Redisson \\| +≥ 2 \\| +1.67 \\| +MISSED");
  }

  @Test
  void misses_sayByHowMuchAndWhy() {
    assertThat(Misses.of(List.of(outcome))).isEmpty();
    assertThat(Misses.of(List.of(outcome("uncontended-1", rates(100), rates(80)))))
        .isEqualTo(
            "uncontended-1, rate / Redisson: measured 1.25, wanted at least 2, missed by 38 %."
                + " Known: a pair is two round trips, whoever makes them; the bare client is not twice as"
                + " fast as Redisson either.");
    assertThat(Misses.of(List.of(outcome("re-entry", rates(400), rates(1)))))
        .endsWith("wanted at least 500, missed by 20 %. No reason is known.");
  }

  @Test
  void table_comparesEverybodyWithTheFirst() {
    assertThat(Tables.of(outcome))
        .contains("| holdfast ")
        .containsPattern("\\| redisson .*\\| +2  \\(0\\.500 – 4\\) \\|");
  }

  @Test
  void charts_showEveryEntrant_andAreWellFormed() throws Exception {
    String bars = Charts.bars(List.of(outcome));
    String growth = Charts.growth(List.of(
        outcome("growth-threads/1", rates(10), rates(5)),
        outcome("growth-threads/4", rates(20), rates(5))));

    assertThat(bars).contains("holdfast", "redisson");
    assertThat(growth).contains("growth-threads", "<line");
    for (String svg : List.of(bars, growth)) {
      javax.xml.parsers.DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new org.xml.sax.InputSource(new java.io.StringReader(svg)));
    }
  }

  private static Outcome outcome(String scenario, List<Round> ours, List<Round> theirs) {
    LinkedHashMap<String, List<Round>> rounds = new LinkedHashMap<>();
    rounds.put("holdfast", ours);
    rounds.put("redisson", theirs);
    return new Outcome(scenario, "title", Figure.RATE, rounds);
  }

  private static List<Round> rates(double... rates) {
    return Arrays.stream(rates)
        .mapToObj(rate -> new Round().with(Figure.RATE, rate))
        .toList();
  }
}
