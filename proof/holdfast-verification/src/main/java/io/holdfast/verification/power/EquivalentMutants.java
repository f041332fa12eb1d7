package io.holdfast.verification.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The survivors that somebody has read and found to do the same as the original. A line of the file names one, in
 * columns that a {@code |} between blanks divides: class, method, mutator, text of the line, reason. Each line
 * excuses one mutant; two alike need two lines. Lines that begin with {@code #} are comments.
 */
final class EquivalentMutants {

  private static final int COLUMNS = 5;

  private record Entry(
      String className, String method, String mutator, String lineText, String line) {

    boolean isAbout(Mutant mutant) {
      return className.equals(mutant.className())
          && method.equals(mutant.method())
          && mutator.equals(mutant.mutator())
          && lineText.equals(mutant.lineText());
    }
  }

  private final List<Entry> unused = new ArrayList<>();

  /** Reads the file. */
  static EquivalentMutants read(Path file) throws IOException {
    EquivalentMutants read = new EquivalentMutants();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        read.unused.add(entry(line, file));
      }
    }
    return read;
  }

  private static Entry entry(String line, Path file) throws IOException {
    String[] columns = line.split(" \\| ", COLUMNS - 1);
    String last = columns[columns.length - 1];
    int end =
        last.lastIndexOf(" | "); // the text of a line may have the sign in it, the reason may not
    if (columns.length < COLUMNS - 1 || end < 0 || last.substring(end + 2).isBlank()) {
      throw new IOException(
          file + ": not class | method | mutator | text of the line | reason: " + line);
    }
    return new Entry(
        columns[0].strip(),
        columns[1].strip(),
        columns[2].strip(),
        last.substring(0, end).strip(),
        line);
  }

  /** Whether the survivor is on the list; its entry is used up by it. */
  boolean excuse(Mutant survivor) {
    for (Entry entry : unused) {
      if (entry.isAbout(survivor)) {
        unused.remove(entry);
        return true;
      }
    }
    return false;
  }

  /** The entries that no survivor has used. */
  List<String> unused() {
    return unused.stream().map(Entry::line).toList();
  }
}
