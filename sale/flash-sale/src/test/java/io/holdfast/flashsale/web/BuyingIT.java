package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.web.Caller.Reply;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buying over HTTP, and every way in which it does not succeed. */
class BuyingIT {

  private static Caller admin;

  @BeforeAll
  static void start() {
    admin = Caller.admin(WebInstance.alice());
  }

  private static Caller user() {
    return Caller.user(WebInstance.alice());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void order_everyRung_acceptedAndThenCertain(int rung) {
    String sale = admin.open(rung, 3);
    Caller ann = user();
    Reply order = ann.buy(sale, "k", 1);
    assertThat(order.status()).isIn(201, 202);
    assertThat(order.header("Location")).isEqualTo("/api/v1/orders/" + order.text("id"));
    assertThat(order.text("sale")).isEqualTo(sale);
    assertThat(order.text("saleName")).isEqualTo("Tea \"pot\"");
    assertThat(order.json().path("left").asInt()).isEqualTo(2);
    eventually(() ->
        assertThat(ann.get(order.header("Location")).text("status")).isEqualTo("AWAITING_PAYMENT"));
    eventually(() -> assertThat(
            admin.get("/api/v1/sales/" + sale).json().path("available").asInt())
        .isEqualTo(2));
  }

  @Test
  void sameKey_again_sameOrderAndOneUnit() {
    String sale = admin.open(11, 5);
    Caller ann = user();
    Reply first = ann.buy(sale, "k", 1);
    Reply again = ann.buy(sale, "k", 1);
    assertThat(first.status()).isEqualTo(202);
    assertThat(again.status()).isIn(201, 202);
    assertThat(again.text("id")).isEqualTo(first.text("id"));
    eventually(
        () -> assertThat(ann.buy(sale, "k", 1).text("status")).isEqualTo("AWAITING_PAYMENT"));
    assertThat(ann.buy(sale, "k", 1).status()).isEqualTo(201);
    eventually(() -> assertThat(
            admin.get("/api/v1/sales/" + sale).json().path("available").asInt())
        .isEqualTo(4));
  }

  @Test
  void sameKey_otherBody_keyReused() {
    String sale = admin.open(11, 5);
    Caller ann = user();
    ann.buy(sale, "k", 1);
    Reply other = ann.buy(sale, "k", 2);
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.problem()).isEqualTo("key-reused");
  }

  @Test
  void soldOut_limitReached_toldApart() {
    String sale = admin.open(11, 1);
    Caller ann = user();
    ann.buy(sale);
    assertThat(ann.buy(sale).problem()).isEqualTo("limit-reached");
    Reply late = user().buy(sale);
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.problem()).isEqualTo("sold-out");
    assertThat(late.header("Retry-After")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 10, 11, 12})
  void notStarted_paused_ended_everyOneItsProblem(int rung) {
    Instant now = Instant.now();
    String sale = admin.sale(rung, 1, 1, now.plusSeconds(600), now.plusSeconds(1200));
    Reply early = user().buy(sale);
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.problem()).isEqualTo("sale-not-started");
    assertThat(Instant.parse(early.text("opensAt"))).isAfter(now.plusSeconds(500));

    admin.post("/api/v1/admin/sales/" + sale + "/open", "");
    admin.post("/api/v1/admin/sales/" + sale + "/pause", "{\"reason\":\"tea break\"}");
    Reply paused = user().buy(sale);
    assertThat(paused.status()).isEqualTo(409);
    assertThat(paused.problem()).isEqualTo("sale-paused");
    assertThat(paused.header("Retry-After")).isNotEmpty();
    assertThat(admin.get("/api/v1/sales/" + sale).text("pauseReason")).isEqualTo("tea break");

    admin.post("/api/v1/admin/sales/" + sale + "/close", "");
    Reply ended = user().buy(sale);
    assertThat(ended.status()).isEqualTo(410);
    assertThat(ended.problem()).isEqualTo("sale-ended");
  }

  @Test
  void request_wrongInOneWay_problemNamesIt() {
    String sale = admin.open(11, 5);
    String path = "/api/v1/sales/" + sale + "/orders";
    Caller ann = user();
    Caller keyed = ann.with("Idempotency-Key", "k");
    assertThat(ann.post(path, "{\"quantity\":1}").problem()).isEqualTo("missing-key");
    assertThat(ann.buy(sale, "white%20space", 1).problem()).isEqualTo("invalid-request");
    assertThat(ann.buy(sale, "x".repeat(65), 1).text("detail")).contains("Idempotency-Key");
    assertThat(Caller.anybody(WebInstance.alice()).buy(sale).problem()).isEqualTo("unauthorized");
    assertThat(ann.buy("99999999").problem()).isEqualTo("not-found");
    for (String body : new String[] {
      "",
      "{",
      "[]",
      "{}",
      "7",
      "{\"quantity\":0}",
      "{\"quantity\":-1}",
      "{\"quantity\":1.5}",
      "{\"quantity\":\"1\"}",
      "{\"quantity\":99999999999}",
      "{\"quantity\":1}x",
      "{\"quantity\":null}"
    }) {
      Reply reply = keyed.post(path, body);
      assertThat(reply.status()).as(body).isEqualTo(400);
      assertThat(reply.problem()).as(body).isEqualTo("invalid-request");
      assertThat(reply.text("detail")).as(body).contains("quantity");
    }
    assertThat(keyed.post(path, " ".repeat(20_000) + "{\"quantity\":1}").problem())
        .isEqualTo("too-large");
    assertThat(admin.get("/api/v1/sales/" + sale).json().path("available").asInt())
        .isEqualTo(5);
  }

  @Test
  void order_ofSomebodyElse_notFound() {
    String sale = admin.open(11, 5);
    Caller ann = user();
    String order = ann.buy(sale).header("Location");
    Caller eve = user();
    eventually(() -> assertThat(ann.get(order).text("status")).isEqualTo("AWAITING_PAYMENT"));
    assertThat(eve.get(order).problem()).isEqualTo("not-found");
    assertThat(eve.get(order + "/events").problem()).isEqualTo("not-found");
    assertThat(eve.post(order + "/payment", "").problem()).isEqualTo("not-found");
    assertThat(eve.send("DELETE", order, null).problem()).isEqualTo("not-found");
    assertThat(eve.get("/api/v1/orders").json().path("orders").size()).isZero();
    assertThat(ann.get("/api/v1/orders").json().path("orders").size()).isEqualTo(1);
    assertThat(ann.get("/api/v1/orders/not-an-id").problem()).isEqualTo("not-found");
  }

  @Test
  void payment_cancellation_eachOnceAndNotBoth() {
    String sale = admin.open(11, 5);
    Caller ann = user();
    String order = ann.buy(sale).header("Location");
    eventually(() -> assertThat(ann.post(order + "/payment", "").text("status")).isEqualTo("PAID"));
    assertThat(ann.post(order + "/payment", "").status()).isEqualTo(200);
    Reply tooLate = ann.send("DELETE", order, null);
    assertThat(tooLate.status()).isEqualTo(409);
    assertThat(tooLate.problem()).isEqualTo("order-over");

    Caller bea = user();
    String other = bea.buy(sale).header("Location");
    eventually(
        () -> assertThat(bea.send("DELETE", other, null).text("status")).isEqualTo("CANCELLED"));
    assertThat(bea.post(other + "/payment", "").problem()).isEqualTo("order-over");
  }

  @Test
  void payment_declined_orderStillWaits() {
    String sale = admin.open(11, 5);
    Caller ann = Caller.user(WebInstance.bob());
    String order = ann.buy(sale).header("Location");
    eventually(() -> {
      Reply declined = ann.post(order + "/payment", "");
      assertThat(declined.status()).isEqualTo(402);
      assertThat(declined.problem()).isEqualTo("payment-failed");
    });
    assertThat(ann.get(order).text("status")).isEqualTo("AWAITING_PAYMENT");
  }
}
