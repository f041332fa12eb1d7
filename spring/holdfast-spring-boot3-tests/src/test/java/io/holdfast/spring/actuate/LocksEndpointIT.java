package io.holdfast.spring.actuate;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseOptions;
import io.holdfast.LockListener;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint and the health page of a real web application on a real server. */
class LocksEndpointIT {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static RedisServer server;
  private static Holdfast bob;
  private static App plain;
  private static App forcing;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {

    @Bean
    Holdfast holdfast(List<LockListener> listeners) {
      return Holdfast.builder()
          .uri(server.uri())
          .listener(event -> listeners.forEach(listener -> listener.on(event)))
          .build();
    }
  }

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    bob = Holdfast.connect(server.uri());
    plain = new App();
    forcing = new App("holdfast.actuator.force-release.enabled=true");
  }

  @AfterAll
  static void stop() {
    plain.close();
    forcing.close();
    bob.close();
    server.close();
  }

  /** An application with these properties. */
  private static final class App implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    App(String... properties) {
      context = new SpringApplicationBuilder(Shop.class)
          .properties(
              "server.port=0",
              "spring.main.banner-mode=off",
              "management.health.redis.enabled=false",
              "management.endpoints.web.exposure.include=*",
              "management.endpoint.health.show-details=always")
          .properties(properties)
          .run();
    }

    Holdfast holdfast() {
      return context.getBean(Holdfast.class);
    }

    HttpResponse<String> call(String method, String path) throws Exception {
      int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
      URI uri = URI.create("http://localhost:" + port + "/actuator" + path);
      return HTTP.send(
          HttpRequest.newBuilder(uri)
              .header("Content-Type", "application/json")
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build(),
          BodyHandlers.ofString());
    }

    JsonNode get(String path) throws Exception {
      HttpResponse<String> response = call("GET", path);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return JSON.readTree(response.body());
    }

    @Override
    public void close() {
      context.close();
    }
  }

  @Test
  void locks_heldAndWaitedFor_listed() throws Exception {
    App app = plain;
    try (Lease held = app.holdfast().lock("sku:1").acquire();
        Lease elsewhere = bob.lock("sku:2").acquire()) {
      Caller<Lease> waiter = Caller.startWaiting(app.holdfast().lock("sku:2")::acquire);
      eventually(() -> assertThat(app.get("/locks").get("waiting").asInt()).isEqualTo(1));

      JsonNode all = app.get("/locks");
      assertThat(all.get("held").asInt()).isEqualTo(1);
      assertThat(all.get("notListed").asInt()).isZero();
      JsonNode waited = all.get("locks").get(0); // the most waited for first
      assertThat(waited.get("name").asText()).isEqualTo("sku:2");
      assertThat(waited.get("waiting").asInt()).isEqualTo(1);
      assertThat(Duration.parse(waited.get("longestWait").asText())).isPositive();
      assertThat(waited.has("held")).isFalse();
      assertThat(waited.get("server").get("locked").asBoolean()).isTrue();
      assertThat(waited.get("server").get("holder").asText())
          .isEqualTo(bob.lock("sku:2").inspect().orElseThrow().holder());
      assertThat(waited.get("server").get("baseToken").asText())
          .isEqualTo(Long.toString(elsewhere.token()));

      JsonNode mine = all.get("locks").get(1);
      assertThat(mine.get("held").get("token").isTextual()).isTrue();
      assertThat(mine.get("held").get("token").asText()).isEqualTo(Long.toString(held.token()));
      assertThat(mine.get("held").get("renewed").asBoolean()).isTrue();
      assertThat(Duration.parse(mine.get("held").get("remaining").asText()))
          .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
      assertThat(Instant.parse(mine.get("held").get("since").asText()))
          .isBetween(Instant.now().minusSeconds(60), Instant.now());
      elsewhere.close();
      waiter.outcome().close();
    }
  }

  @Test
  void lock_oneName_hereAndOnTheServer() throws Exception {
    App app = plain;
    try (Lease lease =
        app.holdfast().lock("a/b c:ü").acquire(LeaseOptions.fixed(Duration.ofMinutes(1)))) {
      JsonNode one = app.get("/locks/a/b%20c:%C3%BC");
      assertThat(one.get("name").asText()).isEqualTo("a/b c:ü");
      assertThat(one.get("held").get("token").asText()).isEqualTo(Long.toString(lease.token()));
      assertThat(one.get("held").get("renewed").asBoolean()).isFalse();
      assertThat(one.get("server").get("locked").asBoolean()).isTrue();

      JsonNode free = app.get("/locks/nobody");
      assertThat(free.get("server").get("locked").asBoolean()).isFalse();
      assertThat(free.has("held")).isFalse();
    }
  }

  @Test
  void lock_badName_badRequestThatSaysWhy() throws Exception {
    HttpResponse<String> response = plain.call("GET", "/locks/" + "x".repeat(600));
    assertThat(response.statusCode()).isEqualTo(400);
  }

  @Test
  void forceRelease_notAllowed_refusedWithTheWayOut() throws Exception {
    try (Lease lease = bob.lock("sku:3").acquire()) {
      HttpResponse<String> response = plain.call("POST", "/locks/sku:3");
      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(response.body()).contains("holdfast.actuator.force-release.enabled=true");
      assertThat(bob.lock("sku:3").isLocked()).isTrue();
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void forceRelease_allowed_releasesAndTellsTheHolder() throws Exception {
    Lease mine = forcing.holdfast().lock("sku:4").acquire();
    HttpResponse<String> response = forcing.call("POST", "/locks/sku:4");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(response.body()).get("released").asBoolean()).isTrue();
    assertThat(mine.isHeld()).isFalse();
    assertThat(mine.lost().toCompletableFuture().join().reason())
        .isEqualTo(LeaseLoss.Reason.FORCED);
    assertThat(bob.lock("sku:4").isLocked()).isFalse();

    JsonNode again = JSON.readTree(forcing.call("POST", "/locks/sku:4").body());
    assertThat(again.get("released").asBoolean()).isFalse();
  }

  @Test
  void forceRelease_withoutAName_nothingHappens() throws Exception {
    assertThat(forcing.call("POST", "/locks").statusCode()).isBetween(400, 499);
    assertThat(forcing.call("POST", "/locks/").statusCode()).isBetween(400, 499);
  }

  @Test
  void endpoint_readOnlyAccess_noForce() throws Exception {
    try (App app = new App(
        "holdfast.actuator.force-release.enabled=true",
        "management.endpoint.locks.access=read-only")) {
      assertThat(app.call("POST", "/locks/sku:4").statusCode()).isEqualTo(405);
      assertThat(app.get("/locks").get("held").asInt()).isZero();
    }
  }

  @Test
  void health_realApplication_hasAHoldfastPart() throws Exception {
    JsonNode part = plain.get("/health").get("components").get("holdfast");
    assertThat(part.get("status").asText()).isEqualTo("UP");
    assertThat(part.get("details").has("answeredIn")).isTrue();
  }

  @Test
  void metrics_realApplication_listenerIsToldAndBound() throws Exception {
    plain.holdfast().lock("job:x").acquire().close();
    eventually(() -> {
      JsonNode metric = plain.get("/metrics/holdfast.acquire?tag=group:job&tag=outcome:granted");
      assertThat(metric.get("measurements").get(0).get("value").asInt()).isEqualTo(1);
    });
    assertThat(plain.call("GET", "/prometheus").body())
        .contains("holdfast_acquire_seconds_count{", "holdfast_names ");
  }
}
