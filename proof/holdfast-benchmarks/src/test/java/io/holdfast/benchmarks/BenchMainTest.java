package io.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.contestant.Contestants;
import io.holdfast.benchmarks.scenario.Catalog;
import io.holdfast.benchmarks.scenario.Scenario;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchMainTest {

  private final StringWriter errors = new StringWriter();

  @Test
  void unknownScenario_isNamed() {
    assertThat(run("--scenario", "warm-1")).isEqualTo(2);
    assertThat(errors.toString()).contains("there is no 'warm-1'", "--list");
  }

  @Test
  void unknownContestant_isNamedWithThoseThereAre() {
    assertThat(run("--only", "curator")).isEqualTo(2);
    assertThat(errors.toString()).contains("'curator'", Contestants.labels());
  }

  @Test
  void serverElsewhere_isRefused() {
    assertThat(run("--uri", "redis://192.0.2.1:6379")).isEqualTo(2);
    assertThat(errors.toString()).contains("192.0.2.1", "not on this machine");
  }

  @Test
  void uriOfAnotherKind_isRefused() {
    assertThat(run("--uri", "http://localhost")).isEqualTo(2);
    assertThat(errors.toString()).contains("expected redis://localhost:PORT");
  }

  @Test
  void contestantThatDoesNotTakePart_isSaid() {
    assertThat(run("--scenario", "fence", "--only", "redisson")).isEqualTo(2);
    assertThat(errors.toString()).contains("none of [redisson] takes part in [fence]");
  }

  @Test
  void catalog_hasUniqueNames_andHoldsWhatQuickRuns() {
    List<String> names = Catalog.all(true).stream().map(Scenario::name).toList();

    assertThat(names).doesNotHaveDuplicates().containsAll(Catalog.QUICK);
  }

  private int run(String... args) {
    return new CommandLine(new BenchMain()).setErr(new PrintWriter(errors)).execute(args);
  }
}
