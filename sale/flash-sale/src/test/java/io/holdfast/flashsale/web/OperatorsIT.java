package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.web.Caller.Reply;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Operators' wishes over HTTP: asked twice, asked in vain, asked by somebody who may only look. */
class OperatorsIT {

  private static final Caller ADMIN = Caller.admin(WebInstance.alice());
  private static final String SALES = "/api/v1/admin/sales";

  private final String key = UUID.randomUUID().toString();

  private static String wish(String name) {
    return """
        {"name":"%s","rung":11,"priceCents":1,"perUser":1,"total":1,"opensAt":"2030-01-01T00:00:00Z",
         "endsAt":"2030-01-02T00:00:00Z"}""".formatted(name);
  }

  private static JdbcClient database() {
    return WebInstance.alice().bean(JdbcClient.class);
  }

  private static int total(String sale) {
    return ADMIN.get("/api/v1/sales/" + sale).json().path("total").asInt();
  }

  @Test
  void restock_sameKeyAgain_addsOnce() {
    String sale = ADMIN.open(11, 10);
    Caller keyed = ADMIN.with("Idempotency-Key", key);
    for (WebInstance instance : new WebInstance[] {WebInstance.alice(), WebInstance.bob()}) {
      Reply reply = keyed.at(instance).post(SALES + "/" + sale + "/restock", "{\"units\":50}");
      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }
    assertThat(total(sale)).isEqualTo(60);
    assertThat(keyed.post(SALES + "/" + sale + "/restock", "{\"units\":51}").problem())
        .isEqualTo("key-reused");
    assertThat(keyed.post(SALES, wish("x")).problem()).isEqualTo("key-reused");
    assertThat(total(sale)).isEqualTo(60);
  }

  @Test
  void restock_sameKeyManyAtOnce_addsOnce() {
    String sale = ADMIN.open(11, 10);
    Caller keyed = ADMIN.with("Idempotency-Key", key);
    IntStream.range(0, 8)
        .mapToObj(i -> CompletableFuture.supplyAsync(
            () -> keyed.post(SALES + "/" + sale + "/restock", "{\"units\":5}")))
        .toList()
        .forEach(reply -> assertThat(reply.join().status()).isEqualTo(200));
    assertThat(total(sale)).isEqualTo(15);
  }

  @Test
  void restock_redisFrozenOnTheWay_askedAgain_addsOnceInBothStores() {
    String sale = ADMIN.open(11, 10);
    Caller keyed = ADMIN.at(WebInstance.bob()).with("Idempotency-Key", key);
    Servers.redis().pause();
    Reply unknown;
    try {
      unknown = keyed.post(SALES + "/" + sale + "/restock", "{\"units\":50}");
    } finally {
      Servers.redis().resume();
    }
    assertThat(unknown.problem()).isEqualTo("outcome-unknown");
    Reply again = keyed.post(SALES + "/" + sale + "/restock", "{\"units\":50}");
    assertThat(again.status()).as(again.body()).isEqualTo(200);
    assertThat(again.json().path("total").asInt()).isEqualTo(60);
    assertThat(again.json().path("available").asInt()).isEqualTo(60);
  }

  @Test
  void create_redisFrozenOnTheWay_askedAgain_oneSaleThatSells() {
    String name = "frozen " + key;
    String wish = wish(name).replace("2030-01-01", "2020-01-01");
    Caller keyed = ADMIN.at(WebInstance.bob()).with("Idempotency-Key", key);
    Servers.redis().pause();
    Reply unknown;
    try {
      unknown = keyed.post(SALES, wish);
    } finally {
      Servers.redis().resume();
    }
    assertThat(unknown.problem()).isEqualTo("outcome-unknown");
    Reply made = keyed.post(SALES, wish);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    assertThat(keyed.post(SALES, wish).text("id")).isEqualTo(made.text("id"));
    assertThat(database()
            .sql("select count(*) from sales where name = ?")
            .param(name)
            .query(Integer.class)
            .single())
        .isEqualTo(1);
    assertThat(Caller.user(WebInstance.alice()).buy(made.text("id")).status()).isEqualTo(202);
  }

  @Test
  void close_sameKeyAgain_sameAnswerAndAnotherKeyIsTooLate() {
    String path = SALES + "/" + ADMIN.open(11, 1) + "/close";
    Caller keyed = ADMIN.with("Idempotency-Key", key);
    assertThat(keyed.post(path, "").status()).isEqualTo(200);
    assertThat(keyed.post(path, "").status()).isEqualTo(200);
    assertThat(ADMIN.with("Idempotency-Key", key + "b").post(path, "").problem())
        .isEqualTo("wrong-state");
  }

  @Test
  void wish_brokenNumberOrUnknownField_refusedAndNamed() {
    Caller keyed = ADMIN.with("Idempotency-Key", key);
    String good = wish("x");
    assertRefused(keyed.post(SALES, good.replace("\"total\":1", "\"total\":1.5")), "total");
    assertRefused(keyed.post(SALES, good.replace("\"total\":1", "\"total\":\"1\"")), "total");
    assertRefused(keyed.post(SALES, good.replace("\"total\"", "\"stock\":1,\"total\"")), "stock");
    assertRefused(keyed.post(SALES, good.replace("\"total\"", "\"total\":2,\"total\"")), "total");
    String restock = SALES + "/" + ADMIN.open(11, 1) + "/restock";
    assertRefused(keyed.post(restock, "{\"units\":1.5}"), "units");
    assertRefused(keyed.post(restock, "{\"unit\":1}"), "unit");
  }

  private static void assertRefused(Reply reply, String what) {
    assertThat(reply.problem()).as(reply.body()).isEqualTo("invalid-request");
    assertThat(reply.text("detail")).contains(what);
  }

  @Test
  void sale_ended_closesByItselfOnceAllIsWritten() {
    String sale =
        ADMIN.sale(11, 5, 1, Instant.now().minusSeconds(2), Instant.now().plusSeconds(2));
    assertThat(Caller.user(WebInstance.alice()).buy(sale).status()).isEqualTo(202);
    eventually(() -> assertThat(database()
            .sql("select status || ' ' || sold from sales where id = ?")
            .param(Long.valueOf(sale))
            .query(String.class)
            .single())
        .isEqualTo("CLOSED 1"));
  }

  private static Reply change(String sale, String what, String body) {
    return ADMIN.post(SALES + "/" + sale + "/" + what, body);
  }

  @Test
  void change_withoutKey_refused() {
    Reply reply = Caller.send(
        java.net.http.HttpRequest.newBuilder(WebInstance.alice().uri(SALES + "/1/close"))
            .header("Authorization", "Bearer " + WebInstance.ADMIN)
            .POST(java.net.http.HttpRequest.BodyPublishers.noBody())
            .build());
    assertThat(reply.problem()).isEqualTo("missing-key");
  }

  @Test
  void lower_someAreBought_neverBelowWhatOthersHave() {
    String sale = ADMIN.open(11, 10);
    for (int i = 0; i < 4; i++) {
      Caller.user(WebInstance.alice()).buy(sale);
    }
    Reply tooMany = change(sale, "lower", "{\"units\":7}");
    assertThat(tooMany.problem()).isEqualTo("wrong-state");
    assertThat(tooMany.text("detail")).contains("6 of its 10 are neither sold nor reserved");
    assertThat(change(sale, "lower", "{\"units\":11}").problem()).isEqualTo("wrong-state");
    Caller keyed = ADMIN.with("Idempotency-Key", key);
    for (int i = 0; i < 2; i++) {
      Reply lowered = keyed.post(SALES + "/" + sale + "/lower", "{\"units\":5}");
      assertThat(lowered.json().path("total").asInt()).as(lowered.body()).isEqualTo(5);
      assertThat(lowered.json().path("available").asInt()).isEqualTo(1);
    }
    assertThat(Caller.user(WebInstance.alice()).buy(sale).status()).isEqualTo(202);
    assertThat(Caller.user(WebInstance.alice()).buy(sale).problem()).isEqualTo("sold-out");
    eventually(() ->
        assertThat(change(sale, "reconcile", "{}").json().path("live").asInt()).isEqualTo(5));
  }

  @Test
  void lower_rungsInTheDatabase_alike() {
    for (int rung : new int[] {1, 10, 12}) {
      String sale = ADMIN.open(rung, 3);
      assertThat(Caller.user(WebInstance.alice()).buy(sale).status()).isIn(201, 202);
      eventually(() ->
          assertThat(change(sale, "lower", "{\"units\":3}").problem()).isEqualTo("wrong-state"));
      assertThat(change(sale, "lower", "{\"units\":2}").status())
          .as("rung " + rung)
          .isEqualTo(200);
      assertThat(Caller.user(WebInstance.alice()).buy(sale).problem()).isEqualTo("sold-out");
    }
  }

  @Test
  void edit_beforeAndAfterItBegan_whatIsPromisedStays() {
    Instant later = Instant.parse("2030-01-01T00:00:00Z");
    String soon = ADMIN.sale(11, 5, 1, later, later.plusSeconds(60));
    Reply edited = ADMIN.send(
        "PATCH",
        SALES + "/" + soon,
        "{\"name\":\"Lamp\",\"priceCents\":5,\"perUser\":2,\"opensAt\":\"2029-01-01T00:00:00Z\"}");
    assertThat(edited.text("name")).as(edited.body()).isEqualTo("Lamp");
    assertThat(edited.json().path("priceCents").asInt()).isEqualTo(5);
    assertThat(edited.text("opensAt")).isEqualTo("2029-01-01T00:00:00Z");

    String open = ADMIN.open(11, 5);
    Reply extended =
        ADMIN.send("PATCH", SALES + "/" + open, "{\"endsAt\":\"2031-01-01T00:00:00Z\"}");
    assertThat(extended.text("endsAt")).as(extended.body()).isEqualTo("2031-01-01T00:00:00Z");
    for (String late : new String[] {
      "{\"priceCents\":5}",
      "{\"opensAt\":\"2029-01-01T00:00:00Z\"}",
      "{\"endsAt\":\"2020-01-01T00:00:00Z\"}"
    }) {
      assertThat(ADMIN.send("PATCH", SALES + "/" + open, late).problem())
          .as(late)
          .isEqualTo("wrong-state");
    }
    assertRefused(ADMIN.send("PATCH", SALES + "/" + open, "{\"total\":5}"), "total");
    assertThat(Caller.user(WebInstance.alice()).buy(open).status()).isEqualTo(202);
  }

  @Test
  void resume_pausedBeforeItsOpening_beginsAsPlanned() {
    Instant later = Instant.parse("2030-01-01T00:00:00Z");
    String sale = ADMIN.sale(11, 5, 1, later, later.plusSeconds(60));
    change(sale, "pause", "{}");
    assertThat(change(sale, "resume", "").text("state")).isEqualTo("SCHEDULED");
    assertThat(change(sale, "resume", "").problem()).isEqualTo("wrong-state");
  }

  @Test
  void clone_withNewTimes_theRestIsTheSame() {
    String sale = ADMIN.open(11, 7);
    Reply clone = change(sale, "clone", """
        {"opensAt":"2030-01-01T00:00:00Z","endsAt":"2030-01-02T00:00:00Z","total":9}""");
    assertThat(clone.status()).as(clone.body()).isEqualTo(201);
    assertThat(clone.text("id")).isNotEqualTo(sale);
    assertThat(clone.text("name")).isEqualTo("Tea \"pot\"");
    assertThat(clone.json().path("available").asInt()).isEqualTo(9);
  }

  @Test
  void sale_fromItsEndToNothing_stepByStep() {
    String sale = ADMIN.open(11, 5);
    Caller ann = Caller.user(WebInstance.alice());
    String order = ann.buy(sale, "k", 1).text("id");
    assertThat(change(sale, "archive", "").problem()).isEqualTo("wrong-state");
    change(sale, "close", "");
    eventually(
        () -> assertThat(ADMIN.get(SALES + "/" + sale).json().path("settled").asBoolean())
            .isTrue());
    assertThat(change(sale, "archive", "").status()).isEqualTo(200);
    assertThat(ADMIN.get(SALES + "?q=" + sale).json().path("total").asInt()).isZero();
    assertThat(
            ADMIN.get(SALES + "?archived=true&q=" + sale).json().path("total").asInt())
        .isPositive();
    assertThat(ann.buy(sale, "k", 1).text("id")).isEqualTo(order); // it may still be paid for

    String name = "{\"name\":\"Tea \\\"pot\\\"\"}";
    assertThat(ADMIN.send("DELETE", SALES + "/" + sale, name).text("detail"))
        .contains("1 of its orders wait for their payment");
    ann.post("/api/v1/orders/" + order + "/payment", "");
    eventually(() ->
        assertThat(Servers.redis().command("EXISTS", "fs:{" + sale + "}:sale")).isEqualTo(0L));
    eventually(() -> assertThat(ann.buy(sale, "other", 1).problem()).isEqualTo("sale-ended"));
    assertThat(ADMIN.send("DELETE", SALES + "/" + sale, "{\"name\":\"Tea\"}").problem())
        .isEqualTo("wrong-state");
    Caller keyed = ADMIN.with("Idempotency-Key", key);
    for (int i = 0; i < 2; i++) {
      Reply gone = keyed.send("DELETE", SALES + "/" + sale, name);
      assertThat(gone.status()).as(gone.body()).isEqualTo(204);
    }
    assertThat(ADMIN.get(SALES + "/" + sale).problem()).isEqualTo("not-found");
    assertThat(ann.get("/api/v1/orders/" + order).problem()).isEqualTo("not-found");
    assertThat(ADMIN.get("/api/v1/admin/audit?sale=" + sale).body())
        .contains("\"purge\"", "\"DONE\"", "\"REPLAYED\"", "\"REFUSED\"", "\"admin\"", key);
  }

  @Test
  void viewer_seesAllAndChangesNothing() {
    String sale = ADMIN.open(11, 5);
    Caller.user(WebInstance.alice()).buy(sale);
    Caller vera =
        Caller.anybody(WebInstance.alice()).with("Authorization", "Bearer " + WebInstance.VIEWER);
    Reply list = vera.get(SALES + "?q=" + sale);
    assertThat(list.json().path("you").path("role").asString()).isEqualTo("viewer");
    assertThat(list.json().path("sales").path(0).path("rungName").asString())
        .isEqualTo("Lua step, stream and writer");
    eventually(() -> assertThat(
            vera.get(SALES + "/" + sale + "/orders").json().path("rows").size())
        .isEqualTo(1));
    for (String what : new String[] {"refunds", "findings", "dead-letters", "orders.csv"}) {
      assertThat(vera.get(SALES + "/" + sale + "/" + what).status()).as(what).isEqualTo(200);
    }
    assertThat(vera.get("/api/v1/admin/audit").status()).isEqualTo(200);
    for (String what : new String[] {"open", "pause", "close", "restock", "lower", "reconcile"}) {
      Reply refused = vera.post(SALES + "/" + sale + "/" + what, "{}");
      assertThat(refused.status()).as(what).isEqualTo(403);
      assertThat(refused.problem()).isEqualTo("forbidden");
    }
    assertThat(vera.send("DELETE", SALES + "/" + sale, "{}").problem()).isEqualTo("forbidden");
    assertThat(vera.post("/api/v1/lab/runs", "{}").problem()).isEqualTo("forbidden");
    assertThat(vera.get(SALES + "?page=-1").problem()).isEqualTo("invalid-request");
    assertThat(vera.get(SALES + "?size=x").problem()).isEqualTo("invalid-request");
  }
}
