package io.holdfast.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds Java blocks of documents that occur in no source file. White space does not count; a line of
 * {@code ...} or {@code …} stands for anything.
 */
final class DocumentedCode {

  private static final Pattern BLOCK = Pattern.compile(
      "^[ \\t]*```java\\b[^\\n]*\\n(.*?)^[ \\t]*```[ \\t]*$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern GAP =
      Pattern.compile("^\\s*(?://\\s*)?(?:\\.\\.\\.|…)\\s*$", Pattern.MULTILINE);

  private final List<String> sources;

  /** Compares with the given source texts. */
  DocumentedCode(List<String> sources) {
    this.sources = sources.stream().map(DocumentedCode::squeezed).toList();
  }

  /** Compares with every Java file under these directories. */
  static DocumentedCode of(Path... sourceRoots) {
    List<String> sources = new ArrayList<>();
    for (Path root : sourceRoots) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .map(DocumentedCode::read)
            .forEach(sources::add);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot list " + root, e);
      }
    }
    return new DocumentedCode(sources);
  }

  /** The document's Java blocks. */
  static List<String> blocksOf(String document) {
    List<String> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(document);
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  /** The document's Java blocks that no source file contains. */
  List<String> strayBlocksOf(String document) {
    return blocksOf(document).stream().filter(block -> !isInSources(block)).toList();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private boolean isInSources(String block) {
    List<String> parts = GAP.splitAsStream(block)
        .map(DocumentedCode::squeezed)
        .filter(p -> !p.isEmpty())
        .toList();
    return !parts.isEmpty() && sources.stream().anyMatch(source -> containsInOrder(source, parts));
  }

  private static boolean containsInOrder(String source, List<String> parts) {
    int from = 0;
    for (String part : parts) {
      int at = source.indexOf(part, from);
      if (at < 0) {
        return false;
      }
      from = at + part.length();
    }
    return true;
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }
}
