package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.web.Caller.Reply;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What admins do; what the tutorials' paths do; guests. */
class AdminIT {

  private static final Caller ADMIN = Caller.admin(WebInstance.alice());

  @Test
  void sale_made_listedWithWhatOnlyAdminsSee() {
    String sale = ADMIN.open(11, 7);
    JsonNode mine = row(ADMIN.get("/api/v1/admin/sales"), sale);
    assertThat(mine.path("available").asInt()).isEqualTo(7);
    assertThat(mine.path("epoch").asInt()).isPositive();
    assertThat(mine.path("state").asString()).isEqualTo("OPEN");
    assertThat(mine.has("reserved") && mine.has("pending") && mine.has("deadLetters"))
        .isTrue();

    Reply all = Caller.anybody(WebInstance.alice()).get("/api/v1/sales");
    assertThat(Instant.parse(all.text("serverTime"))).isNotNull();
    JsonNode shown = row(all, sale);
    assertThat(shown.path("id").isString()).isTrue();
    assertThat(shown.path("pauseReason").isNull()).isTrue();
    assertThat(shown.has("epoch")).isFalse();
  }

  private static JsonNode row(Reply list, String id) {
    return list.json()
        .path("sales")
        .valueStream()
        .filter(sale -> sale.path("id").asString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sale_wrongWish_namesTheValue() {
    String good = """
        {"name":"x","rung":11,"priceCents":1,"perUser":1,"total":1,"opensAt":"2030-01-01T00:00:00Z",
         "endsAt":"2030-01-02T00:00:00Z"}""";
    assertThat(ADMIN.post("/api/v1/admin/sales", good).status()).isEqualTo(201);
    assertWrong(good.replace("\"x\"", "\"\""), "name");
    assertWrong(good.replace("11", "13"), "rung");
    assertWrong(good.replace("\"priceCents\":1", "\"priceCents\":-1"), "priceCents");
    assertWrong(good.replace("\"perUser\":1", "\"perUser\":0"), "perUser");
    assertWrong(good.replace("\"total\":1", "\"total\":10000001"), "total");
    assertWrong(good.replace("2030-01-02", "2029-01-02"), "endsAt");
    assertWrong("{}", "name");
  }

  private static void assertWrong(String wish, String what) {
    Reply reply = ADMIN.post("/api/v1/admin/sales", wish);
    assertThat(reply.problem()).as(wish).isEqualTo("invalid-request");
    assertThat(reply.text("detail")).as(wish).contains(what);
  }

  @Test
  void wish_thatDoesNotFit_wrongState() {
    String sale = ADMIN.open(11, 1);
    String path = "/api/v1/admin/sales/" + sale;
    assertThat(ADMIN.post(path + "/reconcile", "{\"repair\":true}").problem())
        .isEqualTo("wrong-state");
    assertThat(ADMIN.post(path + "/close", "").status()).isEqualTo(200);
    assertThat(ADMIN.post(path + "/open", "").problem()).isEqualTo("wrong-state");
    assertThat(ADMIN.post(path + "/restock", "{\"units\":1}").problem()).isEqualTo("wrong-state");
    assertThat(ADMIN.post(path + "/restock", "{\"units\":0}").problem())
        .isEqualTo("invalid-request");
    assertThat(ADMIN.post("/api/v1/admin/sales/99999999/open", "").problem())
        .isEqualTo("not-found");
  }

  @Test
  void reconcile_healthySale_noDifference() {
    String sale = ADMIN.open(11, 5);
    Caller.user(WebInstance.alice()).buy(sale);
    eventually(() -> {
      JsonNode books =
          ADMIN.post("/api/v1/admin/sales/" + sale + "/reconcile", "{}").json();
      assertThat(books.path("difference").asInt()).isZero();
      assertThat(books.path("live").asInt()).isEqualTo(1);
      assertThat(books.path("available").asInt()).isEqualTo(4);
    });
    ADMIN.post("/api/v1/admin/sales/" + sale + "/pause", "{\"reason\":\"repair\"}");
    Reply repaired = ADMIN.post("/api/v1/admin/sales/" + sale + "/reconcile", "{\"repair\":true}");
    assertThat(repaired.status()).as(repaired.body()).isEqualTo(200);
    ADMIN.post("/api/v1/admin/sales/" + sale + "/open", "");
    assertThat(Caller.user(WebInstance.alice()).buy(sale).status()).isEqualTo(202);
  }

  @Test
  void export_oneOrder_asCsv() {
    String sale = ADMIN.open(11, 5);
    Caller ann = Caller.user(WebInstance.alice());
    String order = ann.buy(sale).text("id");
    eventually(() -> {
      Reply csv = ADMIN.get("/api/v1/admin/sales/" + sale + "/orders.csv");
      assertThat(csv.header("Content-Type")).startsWith("text/csv");
      assertThat(csv.body()).contains(order, ann.user());
    });
    assertThat(ADMIN
            .get("/api/v1/admin/sales/" + sale + "/dead-letters")
            .json()
            .path("deadLetters")
            .size())
        .isZero();
  }

  @Test
  void tutorialPaths_tenUnits_thenSoldOut() {
    Caller anybody = Caller.anybody(WebInstance.alice());
    for (int left = 9; left >= 0; left--) {
      assertThat(anybody.get("/miaosha/redissonTest").body())
          .isEqualTo("bought one, " + left + " left\n");
    }
    assertThat(anybody.get("/miaosha/redissonTest").body()).isEqualTo("sold out, 0 left\n");
    assertThat(anybody.get("/miaosha/miaoshaTest").body()).isEqualTo("bought one, 9 left\n");
  }

  @Test
  void guest_getsAnIdentity_thatEveryInstanceBelieves() {
    Reply made = Caller.anybody(WebInstance.alice()).post("/api/v1/tokens", "{\"name\":\"ann\"}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("user")).startsWith("ann-");
    Caller ann =
        Caller.anybody(WebInstance.bob()).with("Authorization", "Bearer " + made.text("token"));
    String sale = ADMIN.open(11, 2);
    Reply order = ann.buy(sale, "k", 1);
    assertThat(order.status()).isEqualTo(202);
    assertThat(ann.at(WebInstance.alice()).buy(sale, "k", 1).text("id"))
        .isEqualTo(order.text("id"));
    eventually(() -> assertThat(
            ann.at(WebInstance.alice()).get(order.header("Location")).text("status"))
        .isEqualTo("AWAITING_PAYMENT"));
  }
}
