package io.holdfast.benchmarks.report;

import com.google.gson.GsonBuilder;
import io.holdfast.benchmarks.scenario.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every round of every entrant, for other programs. */
public final class JsonFile {

  private JsonFile() {}

  public static void write(Path file, Map<String, String> machine, List<Outcome> outcomes)
      throws IOException {
    Map<String, Object> scenarios = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      Map<String, Object> entrants = new LinkedHashMap<>();
      outcome
          .rounds()
          .forEach((entrant, rounds) ->
              entrants.put(entrant, rounds.stream().map(Round::figures).toList()));
      scenarios.put(
          outcome.scenario(),
          Map.of("title", outcome.title(), "main", outcome.main(), "entrants", entrants));
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("machine", machine);
    all.put("scenarios", scenarios);
    Files.writeString(
        file,
        new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n");
  }
}
