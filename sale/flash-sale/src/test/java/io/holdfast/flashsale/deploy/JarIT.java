package io.holdfast.flashsale.deploy;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.Servers;
import io.holdfast.testkit.RedisServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The one jar, started by the image's command and the settings of compose.yaml, used as somebody would. */
class JarIT {

  private static final String ADMIN = "an-admin-token-for-this-test";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final int port = freePort();
  private final int managementPort = freePort();

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void jar_withTheMinimalSettings_sells(@TempDir Path folder) throws Exception {
    JdbcClient.create(Servers.postgres().getPostgresDatabase())
        .sql("create database jar")
        .update();
    try (RedisServer redis = RedisServer.start()) {
      Path log = folder.resolve("log");
      Process service = start(redis, log);
      try {
        within(Duration.ofSeconds(60)).eventually(() -> {
          assertThat(service.isAlive()).as(() -> read(log)).isTrue();
          assertThat(get(port, "/readyz")).isEqualTo(200);
        });
        sell();
        assertThat(get(port, "/livez")).isEqualTo(200);
        assertThat(get(port, "/actuator/prometheus")).isEqualTo(404);
        assertThat(get(managementPort, "/actuator/prometheus")).isEqualTo(200);
      } finally {
        service.destroy();
        if (!service.waitFor(30, TimeUnit.SECONDS)) {
          service.destroyForcibly();
        }
      }
      assertThat(service.exitValue()).as(() -> read(log)).isEqualTo(128 + 15);
    }
  }

  private Process start(RedisServer redis, Path log) throws IOException {
    List<String> command = new ArrayList<>(DeployFiles.entryPoint());
    command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.set(command.indexOf("flash-sale.jar"), jar().toString());
    ProcessBuilder process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    Map<String, String> settings = DeployFiles.settings("shop-1");
    settings.put("SPRING_DATA_REDIS_URL", redis.uri());
    settings.put("SPRING_DATASOURCE_URL", Servers.postgres().getJdbcUrl("postgres", "jar"));
    settings.put("SPRING_DATASOURCE_USERNAME", "postgres");
    settings.put("SPRING_DATASOURCE_PASSWORD", "postgres");
    settings.put("FLASHSALE_ADMINTOKEN", ADMIN);
    settings.put("FLASHSALE_USERSECRET", "a secret of this test that is long enough");
    assertThat(settings.values()).noneMatch(value -> value.contains("${"));
    process.environment().putAll(settings);
    process.environment().put("SERVER_PORT", String.valueOf(port));
    process.environment().put("MANAGEMENT_SERVER_PORT", String.valueOf(managementPort));
    return process.start();
  }

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(file -> file.toString().endsWith("-exec.jar"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no jar in target: mvn package makes it"));
    }
  }

  private void sell() throws Exception {
    Instant now = Instant.now();
    String sale = text(
        post("/api/v1/admin/sales", ADMIN, "create", """
        {"name":"Lamp","priceCents":1,"total":1,"opensAt":"%s","endsAt":"%s"}""".formatted(
                now.minusSeconds(1), now.plusSeconds(600))),
        "id");
    String token = text(post("/api/v1/tokens", "", "guest", "{\"name\":\"ann\"}"), "token");
    String order =
        text(post("/api/v1/sales/" + sale + "/orders", token, "first", "{\"quantity\":1}"), "id");
    within(Duration.ofSeconds(15))
        .eventually(() -> assertThat(text(
                HTTP.send(
                    request("/api/v1/orders/" + order, token).build(), BodyHandlers.ofString()),
                "status"))
            .isEqualTo("AWAITING_PAYMENT"));
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> post(String path, String token, String key, String body)
      throws Exception {
    HttpResponse<String> reply = HTTP.send(
        request(path, token)
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
    assertThat(reply.statusCode() / 100).as(reply.body()).isEqualTo(2);
    return reply;
  }

  private static String text(HttpResponse<String> reply, String member) {
    return JsonMapper.shared().readTree(reply.body()).path(member).asString();
  }

  /** The status; 0 if nobody answers. */
  private static int get(int port, String path) throws InterruptedException {
    try {
      URI uri = URI.create("http://localhost:" + port + path);
      return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
          .statusCode();
    } catch (IOException notYet) {
      return 0;
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
