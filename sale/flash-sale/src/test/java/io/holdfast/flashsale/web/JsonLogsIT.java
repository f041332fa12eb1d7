package io.holdfast.flashsale.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.FlashSaleApplication;
import io.holdfast.flashsale.Servers;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The profile {@code json}, in a process of its own: logging belongs to the whole JVM. */
class JsonLogsIT {

  @Test
  @Timeout(120)
  void profileJson_everyLine_isAnObject() throws Exception {
    List<String> lines = new ArrayList<>();
    Process process = start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      while (line != null) {
        lines.add(line);
        if (line.contains("Started FlashSaleApplication")) {
          process.toHandle().destroy(); // and it tells how it ends
        }
        line = out.readLine();
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(lines).anyMatch(line -> line.contains("Started FlashSaleApplication"));
    assertThat(lines).allSatisfy(line -> {
      JsonNode entry = JsonMapper.shared().readTree(line);
      assertThat(entry.isObject()).isTrue();
      assertThat(entry.path("message").asString()).isNotEmpty();
      assertThat(entry.path("@timestamp").asString()).isNotEmpty();
    });
  }

  private static Process start() throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            FlashSaleApplication.class.getName(),
            "--spring.profiles.active=json",
            "--server.port=0",
            "--spring.data.redis.url=" + Servers.redis().uri(),
            "--spring.datasource.url=" + Servers.jdbcUrl(),
            "--flash-sale.instance=erin",
            "--flash-sale.admin-token=" + WebInstance.ADMIN,
            "--flash-sale.user-secret=" + WebInstance.SECRET)
        .redirectErrorStream(true)
        .start();
  }
}
