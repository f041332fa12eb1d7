package io.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.holdfast.testkit.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command as users run it, with rounds too short to mean anything. */
class BenchIT {

  @TempDir
  private Path output;

  @Test
  void shortRun_measuresEveryKindOfContestant_andWritesItsFiles() throws Exception {
    int exit = run(
        "--scenario",
        "uncontended-1,hot-2x16",
        "--warm-up",
        "200",
        "--rounds",
        "1",
        "--millis",
        "100",
        "--output",
        output.toString());

    assertThat(exit).isZero();
    JsonObject scenarios = JsonParser.parseString(Files.readString(output.resolve("results.json")))
        .getAsJsonObject()
        .getAsJsonObject("scenarios");
    JsonObject uncontended = entrants(scenarios, "uncontended-1");
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
    JsonObject hot = entrants(scenarios, "hot-2x16");
    assertThat(figure(hot, "holdfast", "COMMANDS")).isLessThan(1);
    assertThat(figure(hot, "holdfast-no-hand-over", "COMMANDS")).isGreaterThan(1);
    assertThat(Files.readString(output.resolve("rates.svg"))).contains("raw-jedis");
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

  private static int run(String... args) {
    return new CommandLine(new BenchMain()).execute(args);
  }

  private static JsonObject entrants(JsonObject scenarios, String name) {
    return scenarios.getAsJsonObject(name).getAsJsonObject("entrants");
  }

  private static double figure(JsonObject entrants, String who, String figure) {
    return entrants.getAsJsonArray(who).get(0).getAsJsonObject().get(figure).getAsDouble();
  }
}
