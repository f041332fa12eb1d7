package io.holdfast.flashsale.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The application as a whole: it starts, it is healthy, it shows its meters. */
class ApplicationIT {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Instance instance;

  @BeforeAll
  static void start() {
    instance = Instance.start("alice");
  }

  @AfterAll
  static void stop() {
    instance.close();
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return HTTP.send(HttpRequest.newBuilder(instance.uri(path)).build(), BodyHandlers.ofString());
  }

  @Test
  void health_serversUp_up() throws Exception {
    assertThat(get("/actuator/health").body()).contains("\"status\":\"UP\"");
    assertThat(get("/actuator/health/readiness").statusCode()).isEqualTo(200);
  }

  @Test
  void prometheus_metersOfTheLocks_shown() throws Exception {
    assertThat(get("/actuator/prometheus").body()).contains("holdfast_");
  }
}
