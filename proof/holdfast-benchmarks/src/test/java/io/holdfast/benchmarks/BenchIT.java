package io.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.holdfast.testkit.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command as users run it, with rounds too short to mean anything. */
class BenchIT {

  @TempDir
  private Path output;

  @Test
  @Tag("thorough")
  void shortRun_measuresEveryKindOfContestant_andWritesItsFiles() throws Exception {
    JsonObject uncontended = measure("uncontended-1");
    assertThat(uncontended.keySet())
        .containsExactly(
            "holdfast",
            "redisson",
            "redisson-epoll",
            "spring-integration",
            "lock4j",
            "raw-lettuce",
            "raw-jedis");
    assertThat(figure(uncontended, "holdfast", "COMMANDS")).isEqualTo(2);
    assertThat(figure(uncontended, "redisson", "COMMANDS")).isEqualTo(3);
    assertThat(Files.readString(output.resolve("rates.svg"))).contains("raw-jedis");
  }

  @Test
  @Tag("thorough")
  void shortRun_severalProcesses_handOverSavesCommands() throws Exception {
    JsonObject hot = measure("hot-2x16", "--only", "holdfast,holdfast-no-hand-over");
    assertThat(figure(hot, "holdfast", "COMMANDS")).isLessThan(1);
    assertThat(figure(hot, "holdfast-no-hand-over", "COMMANDS")).isGreaterThan(1);
  }

  @Test
  @Tag("thorough")
  void shortRun_withAReplica_waitsForItWithOneMoreCommand() throws Exception {
    JsonObject acknowledged = measure("acknowledged-1");
    assertThat(acknowledged.keySet())
        .containsExactly("holdfast-acknowledged", "holdfast", "redisson");
    assertThat(figure(acknowledged, "holdfast-acknowledged", "COMMANDS")).isEqualTo(3);
    assertThat(figure(acknowledged, "holdfast", "COMMANDS")).isEqualTo(2);
  }

  @Test
  void serverWithData_isLeftAlone() {
    try (RedisServer server = RedisServer.start()) {
      server.command("SET", "precious", "1");
      StringWriter errors = new StringWriter();

      int exit = new CommandLine(new BenchMain())
          .setErr(new PrintWriter(errors))
          .execute("--uri", server.uri(), "--scenario", "fence", "--output", output.toString());

      assertThat(exit).isEqualTo(2);
      assertThat(errors.toString()).contains("has 1 keys");
      assertThat(server.keys()).containsExactly("precious");
    }
  }

  /** The figures of one scenario. */
  private JsonObject measure(String scenario, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(List.of("--scenario", scenario, "--output", output.toString()));
    args.addAll(List.of("--warm-up", "200", "--rounds", "1", "--millis", "100"));
    args.addAll(List.of(more));
    assertThat(new CommandLine(new BenchMain()).execute(args.toArray(new String[0])))
        .isZero();
    return JsonParser.parseString(Files.readString(output.resolve("results.json")))
        .getAsJsonObject()
        .getAsJsonObject("scenarios")
        .getAsJsonObject(scenario)
        .getAsJsonObject("entrants");
  }

  private static double figure(JsonObject entrants, String who, String figure) {
    return entrants.getAsJsonArray(who).get(0).getAsJsonObject().get(figure).getAsDouble();
  }
}
