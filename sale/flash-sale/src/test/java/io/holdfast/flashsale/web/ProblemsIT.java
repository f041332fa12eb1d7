package io.holdfast.flashsale.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.web.Caller.Reply;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the framework refuses is a problem like any other, and no answer tells about our insides. */
class ProblemsIT {

  private static final Caller ANYBODY = Caller.anybody(WebInstance.alice());
  private static final Caller ADMIN = Caller.admin(WebInstance.alice());

  private static void assertProblem(Reply reply, int status, String problem) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.problem()).as(reply.body()).isEqualTo(problem);
    assertThat(reply.json().path("status").asInt()).isEqualTo(status);
    assertThat(reply.body()).doesNotContain("Exception", "java.", "org.", "tomcat");
    assertThat(reply.header("Content-Security-Policy")).startsWith("default-src 'self'");
  }

  @Test
  void frameworksErrors_problemsToo() {
    assertProblem(ANYBODY.get("/nothing/here"), 404, "not-found");
    assertProblem(ANYBODY.get("/api/v1/sales/abc"), 400, "invalid-request");
    assertProblem(ANYBODY.get("/api/v1/sales/99999999"), 404, "not-found");
    assertProblem(ANYBODY.send("DELETE", "/api/v1/sales", null), 405, "method-not-allowed");
    assertProblem(ANYBODY.get("/api/v1/sales/1/orders"), 405, "method-not-allowed");
    assertProblem(ANYBODY.post("/api/v1/tokens", "{"), 400, "invalid-request");
    assertProblem(ANYBODY.post("/api/v1/tokens", "{\"name\":\"a b\"}"), 400, "invalid-request");
    assertProblem(ANYBODY.with("Accept", "image/png").get("/api/v1/sales"), 406, "not-acceptable");
    assertProblem(
        Caller.send(HttpRequest.newBuilder(WebInstance.alice().uri("/api/v1/tokens"))
            .header("Content-Type", "text/plain")
            .POST(BodyPublishers.ofString("x"))
            .build()),
        415,
        "unsupported-media-type");
    assertProblem(
        ADMIN.post("/api/v1/admin/sales", "{\"total\":99999999999}"), 400, "invalid-request");
  }

  @Test
  void body_tooLarge_refusedWithAndWithoutLength() {
    String large = "{\"name\":\"" + "a".repeat(20_000) + "\"}";
    assertProblem(ANYBODY.post("/api/v1/tokens", large), 413, "too-large");
    assertProblem(
        Caller.send(HttpRequest.newBuilder(WebInstance.alice().uri("/api/v1/tokens"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(large)))
            .build()),
        413,
        "too-large");
  }

  @Test
  void admin_withoutItsToken_unauthorized() {
    for (String path : List.of(
        "/api/v1/admin/sales",
        "/api/v1/admin/sales/1/orders.csv",
        "/api/v1/admin/nothing",
        "/api/v1/lab/rungs")) {
      assertProblem(ANYBODY.get(path), 401, "unauthorized");
      assertProblem(Caller.user(WebInstance.alice()).get(path), 401, "unauthorized");
    }
    assertThat(ANYBODY.get("/api/v1/orders").header("WWW-Authenticate")).isEqualTo("Bearer");
    assertProblem(
        ANYBODY.with("Authorization", "Bearer u.99999999999.AAAA").get("/api/v1/orders"),
        401,
        "unauthorized");
    assertProblem(ADMIN.get("/api/v1/orders"), 401, "unauthorized");
  }

  @Test
  void switchedOff_notThere() {
    Caller bob = Caller.admin(WebInstance.bob());
    assertProblem(bob.post("/api/v1/tokens", "{\"name\":\"ann\"}"), 404, "not-found");
    assertProblem(bob.get("/miaosha/miaoshaTest"), 404, "not-found");
    assertProblem(bob.get("/api/v1/lab/rungs"), 404, "not-found");
  }

  @Test
  void headers_pageAndApiAndSwagger_looserOnlyThere() {
    for (String path : List.of("/", "/api/v1/sales", "/readyz", "/nothing/here")) {
      Reply reply = ANYBODY.get(path);
      assertThat(reply.header("Content-Security-Policy"))
          .contains("default-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(reply.header("Referrer-Policy")).isEqualTo("no-referrer");
    }
    assertThat(ANYBODY.get("/api/v1/sales").header("Cache-Control")).isEqualTo("no-store");
    Reply swagger = ANYBODY.get("/swagger-ui/index.html");
    assertThat(swagger.status()).isEqualTo(200);
    assertThat(swagger.header("Content-Security-Policy"))
        .contains("style-src 'self' 'unsafe-inline'");
    assertThat(ANYBODY.get("/swagger-ui.html").status()).isIn(200, 302);
  }

  @Test
  void types_allOfThem_inTheDocument() throws Exception {
    String contract = Files.readString(Path.of("..", "..", "docs", "flash-sale", "api.md"));
    assertThat(Arrays.stream(ProblemType.values()))
        .allSatisfy(type ->
            assertThat(contract).contains("| " + type.status() + " | `" + type.uri() + "` |"));
  }

  @Test
  void openApi_everyPath_listed() {
    String document = ANYBODY.get("/v3/api-docs").body();
    assertThat(document)
        .contains(
            "\"/api/v1/tokens\"",
            "\"/api/v1/sales\"",
            "\"/api/v1/sales/{sale}\"",
            "\"/api/v1/sales/{sale}/events\"",
            "\"/api/v1/sales/{sale}/orders\"",
            "\"/api/v1/orders\"",
            "\"/api/v1/orders/{id}\"",
            "\"/api/v1/orders/{id}/events\"",
            "\"/api/v1/orders/{id}/payment\"",
            "\"/api/v1/admin/sales\"",
            "\"/api/v1/admin/audit\"",
            "\"/api/v1/admin/sales/{sale}\"",
            "\"/api/v1/admin/sales/{sale}/archive\"",
            "\"/api/v1/admin/sales/{sale}/clone\"",
            "\"/api/v1/admin/sales/{sale}/findings\"",
            "\"/api/v1/admin/sales/{sale}/lower\"",
            "\"/api/v1/admin/sales/{sale}/orders\"",
            "\"/api/v1/admin/sales/{sale}/refunds\"",
            "\"/api/v1/admin/sales/{sale}/resume\"",
            "\"/api/v1/admin/sales/{sale}/open\"",
            "\"/api/v1/admin/sales/{sale}/pause\"",
            "\"/api/v1/admin/sales/{sale}/close\"",
            "\"/api/v1/admin/sales/{sale}/restock\"",
            "\"/api/v1/admin/sales/{sale}/reconcile\"",
            "\"/api/v1/admin/sales/{sale}/dead-letters\"",
            "\"/api/v1/admin/sales/{sale}/orders.csv\"",
            "\"/api/v1/admin/refunds\"",
            "\"/api/v1/admin/refunds/{attempt}/retry\"",
            "\"/api/v1/admin/fulfilment\"",
            "\"/api/v1/admin/fulfilment/redeliver\"",
            "\"/api/v1/admin/fulfilment/{sequence}/redeliver\"",
            "\"/api/v1/payments/webhook\"",
            "\"/api/v1/lab/rungs\"",
            "\"/api/v1/lab/runs\"",
            "\"/api/v1/lab/runs/{id}\"",
            "\"/api/v1/lab/runs/{id}/events\"",
            "\"/miaosha/miaoshaTest\"",
            "\"/miaosha/redissonTest\"",
            "Idempotency-Key");
  }
}
