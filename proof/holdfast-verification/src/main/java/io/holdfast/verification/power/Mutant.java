package io.holdfast.verification.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A small change of one place in the engine, and what the tests made of it.
 *
 * @param className the class it is in, with its package; of a nested class, the outer one's
 * @param method the method it is in; of a lambda, the one around it
 * @param mutator the kind of change, without the package and the word at its end
 * @param line where
 * @param lineText what stands there, without the blanks around it
 * @param status PIT's word for what came of it
 * @param description what was changed, in PIT's words
 */
record Mutant(
    String className,
    String method,
    String mutator,
    int line,
    String lineText,
    String status,
    String description) {

  private static final Set<String> ALIVE = Set.of("SURVIVED", "NO_COVERAGE");
  private static final Set<String> DEAD =
      Set.of("KILLED", "TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR");

  boolean isAlive() {
    return ALIVE.contains(status);
  }

  boolean isTimedOut() {
    return "TIMED_OUT".equals(status);
  }

  String packageName() {
    return className.substring(0, className.lastIndexOf('.'));
  }

  /** Where it is, as an editor understands it. */
  String place() {
    return className.substring(className.lastIndexOf('.') + 1) + ".java:" + line;
  }

  /**
   * Reads all mutants that could be run from PIT's report.
   *
   * @param report its mutations.xml
   * @param sources the folder of the mutated sources
   */
  static List<Mutant> read(Path report, Path sources) throws IOException {
    List<Mutant> mutants = new ArrayList<>();
    NodeList elements = parse(report).getElementsByTagName("mutation");
    for (int i = 0; i < elements.getLength(); i++) {
      Mutant mutant = of((Element) elements.item(i), sources);
      if (mutant.isAlive() || DEAD.contains(mutant.status)) {
        mutants.add(mutant);
      }
    }
    return mutants;
  }

  private static Element parse(Path report) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .parse(report.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(report + " is no report of PIT", e);
    }
  }

  private static Mutant of(Element element, Path sources) throws IOException {
    String className = text(element, "mutatedClass").replaceFirst("\\$.*", "");
    int line = Integer.parseInt(text(element, "lineNumber"));
    String mutator = text(element, "mutator");
    return new Mutant(
        className,
        text(element, "mutatedMethod").replaceFirst("^lambda\\$(.*)\\$\\d+$", "$1"),
        mutator.substring(mutator.lastIndexOf('.') + 1).replaceFirst("Mutator$", ""),
        line,
        lineText(sources.resolve(className.replace('.', '/') + ".java"), line),
        element.getAttribute("status"),
        text(element, "description"));
  }

  private static String text(Element element, String name) {
    return element.getElementsByTagName(name).item(0).getTextContent();
  }

  private static String lineText(Path source, int line) throws IOException {
    List<String> lines = Files.readAllLines(source);
    return line < 1 || line > lines.size() ? "" : lines.get(line - 1).strip();
  }
}
