package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.order.Expiry;
import io.holdfast.flashsale.payment.ChargeAnswer;
import io.holdfast.flashsale.web.Caller.Reply;
import io.holdfast.flashsale.writer.SaleWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Paying before there is an order, and when it is over. */
class EarlyAndLateIT {

  private static final Caller ADMIN = Caller.admin(WebInstance.alice());
  private static final JdbcClient SQL = JdbcClient.create(Servers.postgres().getPostgresDatabase());

  @Test
  void order_acceptedAndNotWritten_canBeNeitherPaidNorCancelledYet() throws Exception {
    Instant later = Instant.now().plusSeconds(600);
    String sale = ADMIN.sale(11, 5, 1, later, later.plusSeconds(600));
    Caller ann = Caller.user(WebInstance.alice());
    String order;
    try (Holdfast holdfast = Holdfast.connect(Servers.redis().uri());
        Lease lease = holdfast.lock(SaleWriter.lockName(Long.parseLong(sale))).acquire()) {
      ADMIN.post("/api/v1/admin/sales/" + sale + "/open", "");
      order = ann.buy(sale).header("Location");
      lease.ensureHeld(); // nobody else can have written it
      assertThat(ann.get(order).text("status")).isEqualTo("ACCEPTED");
      assertNotYet(ann.post(order + "/payment", ""));
      assertNotYet(ann.send("DELETE", order, null));
    }
    eventually(() -> assertThat(ann.post(order + "/payment", "").text("status")).isEqualTo("PAID"));
  }

  private static void assertNotYet(Reply reply) {
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.problem()).isEqualTo("order-not-yet");
    assertThat(reply.header("Retry-After")).isNotEmpty();
  }

  /** The order expires while the provider takes the money. */
  @Test
  void order_expiredWhileItIsPaid_isRefunded() {
    String sale = ADMIN.open(11, 5);
    Expiry expiry = new Expiry(Servers.postgres().getPostgresDatabase(), Duration.ofHours(1));
    try (WebInstance dave = WebInstance.start("dave", charge -> {
      SQL.sql("update orders set pay_by = now() - interval '1 second' where id = ?")
          .param(charge.order().value())
          .update();
      expiry.sweep();
      return ChargeAnswer.TAKEN;
    })) {
      Caller ann = Caller.user(dave);
      String order = ann.buy(sale).header("Location");
      eventually(() -> assertThat(ann.get(order).text("status")).isEqualTo("AWAITING_PAYMENT"));
      for (String time : List.of("when it happens", "when asked again")) {
        Reply late = ann.post(order + "/payment", "");
        assertThat(late.status()).as(time).isEqualTo(409);
        assertThat(late.problem()).as(time).isEqualTo("order-over");
        assertThat(late.text("detail")).as(time).contains("EXPIRED", "refunded");
      }
      assertThat(refunds(order)).containsExactly(19_900);
      eventually(() -> assertThat(
              ADMIN.get("/api/v1/sales/" + sale).json().path("available").asInt())
          .isEqualTo(5));
    }
  }

  private static List<Integer> refunds(String order) {
    return SQL.sql("""
            select a.amount_cents from refunds r join payment_attempts a on a.id = r.attempt_id
             where a.order_id = ?""")
        .param(UUID.fromString(order.substring(order.lastIndexOf('/') + 1)))
        .query(Integer.class)
        .list();
  }
}
