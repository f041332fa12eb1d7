package io.holdfast.testkit.memory;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The engine's scripts by name, read from the same resources as the engine reads them from. */
public final class ScriptCatalogue {

  private static final List<String> NAMES =
      List.of("acquire", "renew", "release", "yield", "force", "inspect", "probe");

  /** Those of the fair lock, and what stands before each. */
  private static final Map<String, List<String>> FAIR = Map.of(
      "fair_join", List.of("fair", "fair_give", "fair_enter"),
      "fair_release", List.of("fair", "fair_give"),
      "fair_force", List.of("fair", "fair_give"),
      "fair_inspect", List.of());

  private static final Map<String, String> NAME_OF = new HashMap<>();
  private static final Map<String, String> SOURCE_OF = new HashMap<>();

  static {
    NAMES.forEach(name -> put(name, load(name)));
    FAIR.forEach((name, before) ->
        put(name, before.stream().map(ScriptCatalogue::load).collect(joining()) + load(name)));
  }

  private static void put(String name, String source) {
    NAME_OF.put(source, name);
    SOURCE_OF.put(name, source);
  }

  private ScriptCatalogue() {}

  private static String load(String name) {
    String file = "/io/holdfast/internal/protocol/" + name + ".lua";
    try (InputStream in = ScriptCatalogue.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no script " + file + " on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("script " + file + " cannot be read", e);
    }
  }

  /**
   * {@return the name of a script}
   *
   * @param source its text, to the letter
   */
  public static String nameOf(String source) {
    String name = NAME_OF.get(source);
    if (name == null) {
      throw new IllegalArgumentException(
          "the simulated server does not know this script: " + source);
    }
    return name;
  }

  /**
   * {@return the text of a script}
   *
   * @param name that of its file, without {@code .lua}
   */
  public static String sourceOf(String name) {
    String source = SOURCE_OF.get(name);
    if (source == null) {
      throw new IllegalArgumentException(
          "no script '" + name + "'; known are " + SOURCE_OF.keySet());
    }
    return source;
  }
}
