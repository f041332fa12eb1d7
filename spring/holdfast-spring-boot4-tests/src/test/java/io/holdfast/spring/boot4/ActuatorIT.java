package io.holdfast.spring.boot4;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockListener;
import io.holdfast.spring.locked.Locked;
import io.holdfast.spring.observation.ObservedHoldfast;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.RedisServer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Health, endpoint, meters and observations of one application of Spring Boot 4. */
class ActuatorIT {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static RedisServer server;
  private static Holdfast bob;
  private static ConfigurableApplicationContext context;

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

    @Bean
    SpanNames spanNames() {
      return new SpanNames();
    }

    @Bean
    Till till() {
      return new Till();
    }
  }

  @RestController
  static class Till {

    @PostMapping("/pay")
    @Locked(name = "till:7", waitTime = "0")
    public String pay() {
      return "paid";
    }
  }

  /** Boot hands every such bean to its registry of observations. */
  static final class SpanNames implements ObservationHandler<Observation.Context> {

    final List<String> ended = new CopyOnWriteArrayList<>();

    @Override
    public boolean supportsContext(Observation.Context seen) {
      return true;
    }

    @Override
    public void onStop(Observation.Context seen) {
      ended.add(String.valueOf(seen.getContextualName()));
    }
  }

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    bob = Holdfast.connect(server.uri());
    context = new SpringApplicationBuilder(Shop.class)
        .properties(
            "server.port=0",
            "spring.main.banner-mode=off",
            "holdfast.actuator.force-release.enabled=true",
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.health.show-details=always")
        .run();
  }

  @AfterAll
  static void stop() {
    context.close();
    bob.close();
    server.close();
  }

  private static Holdfast alice() {
    return context.getBean(Holdfast.class);
  }

  private static HttpResponse<String> call(String method, String path) throws Exception {
    String port = context.getEnvironment().getProperty("local.server.port");
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void boot_version_is4() {
    assertThat(SpringBootVersion.getVersion()).startsWith("4.");
  }

  @Test
  void health_holdfastPart_upWithDetails() throws Exception {
    HttpResponse<String> response = call("GET", "/actuator/health");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("\"holdfast\":{", "\"answeredIn\"", "\"renewalLag\"");
  }

  @Test
  void locks_heldAndWaitedFor_listedAndReleasedByForce() throws Exception {
    Lease mine = alice().lock("sku:1").acquire();
    Lease elsewhere = bob.lock("sku:2").acquire();
    Caller<Lease> waiter = Caller.startWaiting(alice().lock("sku:2")::acquire);
    eventually(() -> assertThat(call("GET", "/actuator/locks").body())
        .contains(
            "\"held\":1",
            "\"waiting\":1",
            "\"token\":\"" + mine.token() + "\"",
            "\"baseToken\":\"" + elsewhere.token() + "\"",
            "\"longestWait\":\"PT",
            "\"remaining\":\"PT"));
    assertThat(call("GET", "/actuator/locks/sku:1").body()).contains("\"locked\":true");
    HttpResponse<String> forced = call("POST", "/actuator/locks/sku:2");
    assertThat(forced.statusCode()).isEqualTo(200);
    assertThat(forced.body()).contains("\"released\":true");
    waiter.outcome().close();
    mine.close();
  }

  @Test
  void request_itsLockRefused_conflict() throws Exception {
    try (Lease elsewhere = bob.lock("till:7").acquire()) {
      assertThat(elsewhere.isHeld()).isTrue();
      assertThat(call("POST", "/pay").statusCode()).isEqualTo(409);
    }
    assertThat(call("POST", "/pay").body()).isEqualTo("paid");
  }

  @Test
  void metersAndObservations_acquire_recorded() throws Exception {
    assertThat(alice()).isInstanceOf(ObservedHoldfast.class);
    alice().lock("job:x").acquire().close();
    assertThat(context.getBean(SpanNames.class).ended).contains("holdfast.wait", "holdfast.hold");
    eventually(() -> assertThat(
            call("GET", "/actuator/metrics/holdfast.acquire?tag=group:job&tag=outcome:granted")
                .body())
        .contains("\"value\":1.0"));
    assertThat(call("GET", "/actuator/metrics/holdfast.lease").statusCode()).isEqualTo(200);
  }
}
