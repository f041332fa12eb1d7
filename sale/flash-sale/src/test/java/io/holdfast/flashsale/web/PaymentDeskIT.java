package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.payment.ChargeAnswer;
import io.holdfast.flashsale.signing.WebhookSignature;
import io.holdfast.flashsale.web.Caller.Reply;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Payments over HTTP: whose threads they use, and what buyers, providers and operators are told. */
class PaymentDeskIT {

  private static final Caller ADMIN = Caller.admin(WebInstance.alice());
  private static final String SECRET = "what this provider and the shop know";
  private static final int THREADS = 4;

  private static String bought(Caller buyer, String sale) {
    String order = buyer.buy(sale).header("Location");
    eventually(() -> assertThat(buyer.get(order).text("status")).isEqualTo("AWAITING_PAYMENT"));
    return order;
  }

  /** As many payments as the web server has threads, and a provider that does not answer. */
  @Test
  void provider_thatDoesNotAnswer_holdsUpNoPurchase_andTooManyPaymentsAreToldAtOnce()
      throws Exception {
    String sale = ADMIN.open(11, 50);
    CountDownLatch asked = new CountDownLatch(THREADS);
    CountDownLatch answers = new CountDownLatch(1);
    try (WebInstance slow = WebInstance.start(
        "slow",
        charge -> {
          asked.countDown();
          answers.await();
          return ChargeAnswer.TAKEN;
        },
        "server.tomcat.threads.max=" + THREADS,
        "flash-sale.door.trusted=127.0.0.1",
        "flash-sale.payments.max-at-once=" + THREADS)) {
      List<Caller> buyers = new ArrayList<>();
      List<String> orders = new ArrayList<>();
      for (int i = 0; i <= THREADS; i++) {
        buyers.add(Caller.user(slow));
        orders.add(bought(buyers.get(i), sale));
      }
      List<CompletableFuture<Reply>> paying = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        paying.add(buyers.get(i).sendAsync("POST", orders.get(i) + "/payment"));
      }
      assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(Caller.user(slow).buyAsync(sale, "k").get(20, TimeUnit.SECONDS).status())
          .isEqualTo(202);
      Reply oneMore = buyers
          .get(THREADS)
          .sendAsync("POST", orders.get(THREADS) + "/payment")
          .get(20, TimeUnit.SECONDS);
      assertThat(oneMore.status()).isEqualTo(503);
      assertThat(oneMore.problem()).isEqualTo("overloaded");
      assertThat(oneMore.header("Retry-After")).isNotEmpty();
      assertThat(paying).noneMatch(CompletableFuture::isDone);
      answers.countDown();
      for (CompletableFuture<Reply> payment : paying) {
        assertThat(payment.get(20, TimeUnit.SECONDS).text("status")).isEqualTo("PAID");
      }
      assertThat(buyers.get(THREADS).post(orders.get(THREADS) + "/payment", "").status())
          .isEqualTo(200);
    } finally {
      answers.countDown();
    }
  }

  @Test
  void provider_thatTakesTooLong_buyerIsToldThatItIsUnderWay_thenAWebhookDecides()
      throws Exception {
    String sale = ADMIN.open(11, 5);
    CountDownLatch answers = new CountDownLatch(1);
    try (WebInstance late = WebInstance.start(
        "late",
        charge -> {
          answers.await();
          return ChargeAnswer.LATER;
        },
        "flash-sale.payments.webhook-secret=" + SECRET,
        "flash-sale.payments.answer-within=100ms")) {
      Caller ann = Caller.user(late);
      String order = bought(ann, sale);
      Reply underWay = ann.post(order + "/payment", "");
      assertThat(underWay.status()).isEqualTo(202);
      assertThat(underWay.text("status")).isEqualTo("AWAITING_PAYMENT");
      byte[] body = message(order);
      assertThat(webhook(late, body, "t=1,v1=" + "0".repeat(64)).problem())
          .isEqualTo("unauthorized");
      assertThat(ann.get(order).text("status")).isEqualTo("AWAITING_PAYMENT");
      String signed = new WebhookSignature(SECRET, InstantSource.system()).sign(body);
      assertThat(webhook(late, body, signed).status()).isEqualTo(204);
      assertThat(webhook(late, body, signed).status()).as("once more").isEqualTo(204);
      assertThat(ann.get(order).text("status")).isEqualTo("PAID");
      byte[] nonsense = "[]".getBytes(UTF_8);
      assertThat(webhook(
                  late,
                  nonsense,
                  new WebhookSignature(SECRET, InstantSource.system()).sign(nonsense))
              .problem())
          .isEqualTo("invalid-request");
      answers.countDown();
    } finally {
      answers.countDown();
    }
  }

  private static byte[] message(String order) {
    UUID attempt = JdbcClient.create(Servers.postgres().getPostgresDatabase())
        .sql("select id from payment_attempts where order_id = ?")
        .param(UUID.fromString(order.substring(order.lastIndexOf('/') + 1)))
        .query(UUID.class)
        .single();
    return "{\"attempt\":\"%s\",\"outcome\":\"TAKEN\",\"amountCents\":19900}"
        .formatted(attempt)
        .getBytes(UTF_8);
  }

  private static Reply webhook(WebInstance instance, byte[] body, String signature) {
    return Caller.send(HttpRequest.newBuilder(instance.uri("/api/v1/payments/webhook"))
        .header("Content-Type", "application/json")
        .header(WebhookSignature.HEADER, signature)
        .POST(BodyPublishers.ofByteArray(body))
        .build());
  }

  /** The sandbox's answers come by webhook over HTTP, twice. */
  @Test
  void sandbox_thatAnswersLaterAndTwice_theOrderIsPaid() {
    String sale = ADMIN.open(11, 5);
    try (WebInstance sandbox = WebInstance.start(
        "sandbox",
        "flash-sale.provider.later-rate=1",
        "flash-sale.provider.twice-rate=1",
        "flash-sale.provider.webhook-delay=0ms")) {
      Caller ann = Caller.user(sandbox);
      String order = bought(ann, sale);
      assertThat(ann.post(order + "/payment", "").status()).isIn(200, 202);
      eventually(() -> assertThat(ann.get(order).text("status")).isEqualTo("PAID"));
    }
  }

  @Test
  void operators_seeRefundsAndEvents_pageByPage() {
    String sale = ADMIN.open(11, 5);
    Caller ann = Caller.user(WebInstance.alice());
    String order = bought(ann, sale);
    ann.post(order + "/payment", "");
    String id = order.substring(order.lastIndexOf('/') + 1);
    Reply events = ADMIN.get("/api/v1/admin/fulfilment?state=WAITING&limit=1000");
    assertThat(events.body()).contains(id, "order.paid");
    assertThat(ADMIN.get("/api/v1/admin/refunds?limit=1").status()).isEqualTo(200);
    for (String wrong : List.of(
        "refunds?state=LOST", "refunds?limit=0", "fulfilment?state=due", "fulfilment?before=x")) {
      Reply refused = ADMIN.get("/api/v1/admin/" + wrong);
      assertThat(refused.problem()).as(wrong).isEqualTo("invalid-request");
    }
    assertThat(ADMIN
            .post("/api/v1/admin/refunds/" + UUID.randomUUID() + "/retry", "")
            .problem())
        .isEqualTo("not-found");
    assertThat(ADMIN.post("/api/v1/admin/fulfilment/999999999/redeliver", "").problem())
        .isEqualTo("not-found");
    assertThat(ann.get("/api/v1/admin/refunds").problem()).isEqualTo("unauthorized");
  }
}
