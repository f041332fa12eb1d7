package io.holdfast.verification.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutantReportTest {

  private static final String DOOR = "house.Door | open | NegateConditionals | if (a | b) {";

  @TempDir
  private Path directory;

  @BeforeEach
  void writeSources() throws IOException {
    Files.createDirectories(directory.resolve("house"));
    Files.writeString(directory.resolve("house/Door.java"), "class Door {\n  if (a | b) {\n");
  }

  @Test
  void report_fourMutants_countsTheDeadAndNamesTheLiving() throws IOException {
    MutantReport report = report(75, "", "KILLED", "TIMED_OUT", "RUN_ERROR", "SURVIVED");

    assertThat(report.isEnough()).isTrue();
    assertThat(report.scores()).contains("house ", "  Door ", "75.0 %     3 of    4");
    assertThat(report.survivors()).contains("Door.java:2 open: negated conditional", DOOR + " | ");
    assertThat(report.verdict()).startsWith("enough: 75.0 % of 4 mutants killed (1 by time)");
  }

  @Test
  void report_oneTooManyAlive_isNotEnough() throws IOException {
    MutantReport report = report(75, "", "KILLED", "KILLED", "SURVIVED", "NO_COVERAGE");

    assertThat(report.isEnough()).isFalse();
    assertThat(report.verdict()).startsWith("NOT ENOUGH: 50.0 %");
    assertThat(report.survivors()).contains("(no test gets there)");
  }

  @Test
  void report_nothingMutated_isNotEnough() throws IOException {
    assertThat(report(0, "", "NON_VIABLE").isEnough()).isFalse();
  }

  @Test
  void equivalent_onTheList_isNotCounted() throws IOException {
    MutantReport report =
        report(100, "# why\n" + DOOR + " | b is never true\n", "KILLED", "SURVIVED");

    assertThat(report.isEnough()).isTrue();
    assertThat(report.survivors()).isEmpty();
    assertThat(report.verdict()).contains("of 1 mutants", "0 survivors, 1 equivalent");
  }

  @Test
  void equivalent_twoAliveAndOneOnTheList_theOtherCounts() throws IOException {
    assertThat(report(50, DOOR + " | b is never true", "SURVIVED", "SURVIVED").verdict())
        .contains("0.0 % of 1 mutants", "1 survivors, 1 equivalent");
  }

  @Test
  void equivalent_killed_isReported() throws IOException {
    assertThat(report(50, DOOR + " | b is never true", "KILLED").verdict())
        .startsWith("on the list of equivalents, but no survivor: " + DOOR);
  }

  @Test
  void equivalent_withoutAReason_isRefused() {
    assertThatThrownBy(() -> report(50, DOOR + " | ", "SURVIVED")).hasMessageContaining(DOOR);
    assertThatThrownBy(() -> report(50, "house.Door | open", "SURVIVED"))
        .isInstanceOf(IOException.class);
  }

  private MutantReport report(int wanted, String equivalents, String... statuses)
      throws IOException {
    StringBuilder xml = new StringBuilder("<mutations>");
    List.of(statuses)
        .forEach(status -> xml.append("<mutation status='").append(status).append("""
                '><mutatedClass>house.Door$Handle</mutatedClass><mutatedMethod>lambda$open$3</mutatedMethod>
                <lineNumber>2</lineNumber><mutator>org.pitest.NegateConditionalsMutator</mutator>
                <description>negated conditional</description></mutation>"""));
    Path mutations = Files.writeString(directory.resolve("mutations.xml"), xml + "</mutations>");
    Path list = Files.writeString(directory.resolve("equivalent.txt"), equivalents);
    return new MutantReport(
        Mutant.read(mutations, directory), EquivalentMutants.read(list), wanted);
  }
}
