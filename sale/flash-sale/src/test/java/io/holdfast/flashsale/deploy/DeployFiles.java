package io.holdfast.flashsale.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** What the files in sale/deploy say. */
final class DeployFiles {

  private static final Path FOLDER = Path.of("..", "deploy");

  private DeployFiles() {}

  static String text(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command that the image runs. */
  static List<String> entryPoint() {
    String line = text("Dockerfile")
        .lines()
        .filter(some -> some.startsWith("ENTRYPOINT "))
        .findFirst()
        .orElseThrow();
    List<String> words = new ArrayList<>();
    JsonMapper.shared()
        .readTree(line.substring("ENTRYPOINT ".length()))
        .forEach(word -> words.add(word.asString()));
    return words;
  }

  /** The services of compose.yaml. */
  static Map<String, Object> services() {
    Map<String, Object> compose = new Yaml().load(text("compose.yaml"));
    return map(at(compose, "services"));
  }

  /** The settings that compose.yaml gives to the instance of that name. */
  static Map<String, String> settings(String instance) {
    Map<String, String> settings = new LinkedHashMap<>();
    map(at(services(), instance, "environment"))
        .forEach((name, value) -> settings.put(name, String.valueOf(value)));
    return settings;
  }

  /** The documents of kubernetes.yaml, by kind. */
  static Map<String, Map<String, Object>> manifests() {
    Map<String, Map<String, Object>> manifests = new LinkedHashMap<>();
    for (Object document : new Yaml().loadAll(text("kubernetes.yaml"))) {
      Map<String, Object> manifest = map(document);
      manifests.put(String.valueOf(manifest.get("kind")), manifest);
    }
    return manifests;
  }

  /** What is at that place; steps are names, and numbers for the elements of lists. */
  static Object at(Object where, Object... steps) {
    Object now = where;
    for (Object step : steps) {
      Object next =
          step instanceof Integer index ? ((List<?>) now).get(index) : map(now).get(step);
      if (next == null) {
        throw new AssertionError("nothing at '" + step + "' in " + now);
      }
      now = next;
    }
    return now;
  }

  @SuppressWarnings("unchecked") // what YAML calls a map has names
  static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }
}
