package io.holdfast.verification.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The last step of {@code ./mutants}: reads what PIT has left and says what it means. */
public final class MutantsMain {

  private MutantsMain() {}

  /**
   * Writes the survivors down, prints the rest, and ends with 1 if too many live.
   *
   * @param args PIT's mutations.xml, the folder of the sources, the list of equivalents, the file for the survivors,
   *     and how many of a hundred must be killed
   */
  public static void main(String[] args) throws IOException {
    Path survivors = Path.of(args[3]);
    MutantReport report = new MutantReport(
        Mutant.read(Path.of(args[0]), Path.of(args[1])),
        EquivalentMutants.read(Path.of(args[2])),
        Integer.parseInt(args[4]));
    Files.writeString(survivors, report.survivors());
    System.out.printf("%n%s%nSurvivors: %s%n%s%n", report.scores(), survivors, report.verdict());
    System.exit(report.isEnough() ? 0 : 1);
  }
}
