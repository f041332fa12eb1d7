package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The application as a whole: it starts, it is healthy, it shows its meters. */
class ApplicationIT {

  private static final Caller ADMIN = Caller.admin(WebInstance.alice());

  @Test
  void health_serversUp_up() {
    assertThat(ADMIN.get("/actuator/health").body()).contains("\"status\":\"UP\"");
    assertThat(ADMIN.get("/actuator/health/readiness").status()).isEqualTo(200);
    assertThat(ADMIN.get("/actuator/env").status()).isEqualTo(404);
  }

  @Test
  void salesPort_whatIsNotForBuyers_isNotThere() {
    for (String path : List.of("/actuator", "/actuator/health", "/actuator/prometheus")) {
      assertThat(status(WebInstance.alice().salesUri(path))).as(path).isEqualTo(404);
    }
    for (String path : List.of("/livez", "/readyz")) {
      assertThat(status(WebInstance.bob().salesUri(path))).as(path).isEqualTo(200);
    }
    for (String path : List.of("/v3/api-docs", "/swagger-ui.html", "/swagger-ui/index.html")) {
      assertThat(status(WebInstance.bob().salesUri(path))).as(path).isEqualTo(404);
    }
  }

  private static int status(URI uri) {
    return Caller.send(HttpRequest.newBuilder(uri).build()).status();
  }

  @Test
  void meters_afterAPurchase_allThere() {
    String sale = ADMIN.open(11, 1);
    Caller.user(WebInstance.alice()).buy(sale);
    Caller.user(WebInstance.alice()).buy(sale);
    ADMIN.post("/api/v1/admin/sales/" + sale + "/pause", "{\"reason\":\"tea\"}");
    eventually(() -> assertThat(ADMIN.get("/actuator/prometheus").body())
        .contains(
            "holdfast_",
            "flashsale_purchases_total{outcome=\"sold-out\"}",
            "flashsale_purchases_total{outcome=\"rate-limited\"}",
            "flashsale_accept_seconds_bucket{le=\"0.05\"}",
            "flashsale_soldout_memory_total",
            "flashsale_persisted_total",
            "flashsale_writer_batch_sum",
            "flashsale_writer_lag_seconds_sum",
            "flashsale_pending ",
            "flashsale_reconcile_difference ",
            "flashsale_purchases_inflight ")
        .containsPattern("flashsale_purchases_total\\{outcome=\"accepted\"\\} [1-9]")
        .containsPattern("flashsale_sales_paused [1-9]"));
  }

  @Test
  void start_wrongProperty_namedWithItsRuleAndSecretsNotShown() {
    assertThatThrownBy(() -> WebInstance.start("dave", "flash-sale.user-secret=short"))
        .rootCause()
        .hasMessageContaining("flash-sale.user-secret")
        .hasMessageContaining("at least 32 characters")
        .hasMessageNotContaining("short");
    assertThatThrownBy(() -> WebInstance.start("dave", "flash-sale.door.per-address=1"))
        .rootCause()
        .hasMessageContaining("flash-sale.door.per-address is '1': expected 0, or not below");
  }
}
