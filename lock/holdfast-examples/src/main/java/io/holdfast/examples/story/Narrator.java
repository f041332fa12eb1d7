package io.holdfast.examples.story;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** How the story looks on the terminal: when, who, what, token. Thread-safe. */
final class Narrator {

  /** Says whether to use colour; {@code ./demo} knows whether it talks to a terminal. */
  static final String COLOUR_PROPERTY = "holdfast.story.colour";

  private static final String PLAIN = "\u001b[0m";
  private static final String BOLD = "\u001b[1m";
  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final Map<String, String> NAMES =
      Map.of("ada", "\u001b[36m", "ben", "\u001b[33m", "cy", "\u001b[35m");

  private final PrintStream out;
  private final boolean inColour;

  Narrator(PrintStream out, boolean inColour) {
    this.out = out;
    this.inColour = inColour;
  }

  void heading(String text) {
    println("\n" + coloured(BOLD, text));
  }

  void line(Duration at, String who, String text, long token) {
    String name = coloured(NAMES.getOrDefault(who, ""), String.format("%-5s", who));
    String start = String.format(Locale.ROOT, "%7.2f s  %s  ", at.toMillis() / 1000.0, name);
    println(start + (token == 0 ? text : String.format("%-58s  token %d", text, token)));
  }

  void check(Check check) {
    String mark = check.passed() ? coloured(GREEN, "ok    ") : coloured(RED, "FAILED");
    println(
        String.format("  %s  %-56s  %s", mark, check.promise(), check.seen()).stripTrailing());
  }

  void verdict(boolean passed, String text) {
    println("\n" + coloured(passed ? GREEN : RED, text));
  }

  private synchronized void println(String text) {
    out.println(text);
    out.flush();
  }

  private String coloured(String colour, String text) {
    return inColour && !colour.isEmpty() ? colour + text + PLAIN : text;
  }
}
