package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.payment.ChargeAnswer.DECLINED;
import static io.holdfast.flashsale.payment.ChargeAnswer.LATER;
import static io.holdfast.flashsale.payment.ChargeAnswer.TAKEN;
import static io.holdfast.flashsale.payment.Webhook.Result.MALFORMED;
import static io.holdfast.flashsale.payment.Webhook.Result.NOTED;
import static io.holdfast.flashsale.payment.Webhook.Result.NOT_OURS;
import static io.holdfast.flashsale.payment.Webhook.Result.NOT_SIGNED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.TestProvider;
import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.payment.Charge;
import io.holdfast.flashsale.payment.ChargeAnswer;
import io.holdfast.flashsale.payment.PaymentOutcome.Declined;
import io.holdfast.flashsale.payment.PaymentOutcome.Paid;
import io.holdfast.flashsale.payment.PaymentOutcome.UnderWay;
import io.holdfast.flashsale.payment.Refund;
import io.holdfast.flashsale.payment.RefundAnswer;
import io.holdfast.flashsale.payment.Webhook;
import io.holdfast.flashsale.payment.Webhook.Result;
import io.holdfast.flashsale.signing.WebhookSignature;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers of the provider that come by another way: later, earlier, twice, or from somebody else. */
class WebhookIT {

  private static final String SECRET = "what the provider and the shop know";

  private final MoneyStory story = new MoneyStory();
  private Instant now = Instant.parse("2030-01-31T20:00:00Z");
  private final WebhookSignature signature = new WebhookSignature(SECRET, () -> now);
  private final TestProvider later = charge -> LATER;
  private final Webhook webhook = new Webhook(Database.pool(), signature, story.refunds(later));

  @AfterEach
  void end() {
    story.close();
  }

  private static byte[] message(UUID attempt, String outcome, long cents) {
    return "{\"attempt\":\"%s\",\"outcome\":\"%s\",\"amountCents\":%d}"
        .formatted(attempt, outcome, cents)
        .getBytes(UTF_8);
  }

  private Result tell(String outcome) {
    byte[] body = message(story.attempt(), outcome, 1990);
    return webhook.hear(signature.sign(body), body);
  }

  @Test
  void answer_later_theOrderIsPaid_howeverOftenItComes() {
    assertThat(story.pay(later)).isInstanceOf(UnderWay.class);
    assertThat(tell("TAKEN")).isEqualTo(NOTED);
    assertThat(tell("TAKEN")).isEqualTo(NOTED);
    assertThat(story.status()).isEqualTo("PAID");
    assertThat(story.books()).isEqualTo(new MoneyBooks(1990, 0, 0, 1990, 0));
  }

  @Test
  void answer_beforeTheProvidersOwn_countsOnce() {
    assertThat(story.pay((TestProvider) charge -> {
          assertThat(tell("TAKEN")).isEqualTo(NOTED);
          return TAKEN;
        }))
        .isInstanceOf(Paid.class);
    assertThat(story.books()).isEqualTo(new MoneyBooks(1990, 0, 0, 1990, 0));
  }

  @Test
  void answer_afterTheOrderIsOver_isRefunded_onceHoweverOftenItComes() {
    story.pay(later);
    story.cancel();
    tell("TAKEN");
    tell("TAKEN");
    assertThat(story.books()).isEqualTo(new MoneyBooks(1990, 0, 1990, 0, 0));
    story.refund(later);
    assertThat(tell("RETURNED")).isEqualTo(NOTED);
    assertThat(story.books()).isEqualTo(new MoneyBooks(1990, 1990, 0, 0, 0));
  }

  @Test
  void declined_later_theOrderWaits_andNothingGoesBack() {
    story.pay(later);
    assertThat(tell("DECLINED")).isEqualTo(NOTED);
    assertThat(story.status()).isEqualTo("AWAITING_PAYMENT");
    assertThat(story.books()).isEqualTo(new MoneyBooks(0, 0, 0, 0, 0));
  }

  @Test
  void contradiction_whatWasTakenIsNeverForgotten() {
    assertThat(story.pay((TestProvider) charge -> DECLINED)).isInstanceOf(Declined.class);
    UUID first = story.attempt();
    story.pay((TestProvider) charge -> TAKEN);
    tell("DECLINED");
    assertThat(story.status()).isEqualTo("PAID");
    byte[] body = message(first, "TAKEN", 1990);
    assertThat(webhook.hear(signature.sign(body), body)).isEqualTo(NOTED);
    assertThat(story.books())
        .as("taken twice, and one goes back")
        .isEqualTo(new MoneyBooks(3980, 0, 1990, 1990, 0));
  }

  @Test
  void refund_answeredByWebhook_twice_isReturnedOnce() {
    TestProvider bothLater = new TestProvider() {
      @Override
      public ChargeAnswer charge(Charge charge) {
        return LATER;
      }

      @Override
      public RefundAnswer refund(Refund refund) {
        return RefundAnswer.LATER;
      }
    };
    story.pay(bothLater);
    story.cancel();
    tell("TAKEN");
    story.refund(bothLater);
    assertThat(story.books().due()).isEqualTo(1990);
    tell("RETURNED");
    tell("RETURNED");
    story.refund(bothLater);
    assertThat(story.books()).isEqualTo(new MoneyBooks(1990, 1990, 0, 0, 0));
  }

  @Test
  void refund_nobodyAskedFor_isNotNoted() {
    story.pay((TestProvider) charge -> TAKEN);
    assertThat(tell("RETURNED")).isEqualTo(NOT_OURS);
    assertThat(story.books().returned()).isZero();
  }

  @Test
  void message_notSigned_orBySomebodyElse_orChanged_changesNothing() {
    story.pay(later);
    byte[] body = message(story.attempt(), "TAKEN", 1990);
    String signed = signature.sign(body);
    assertThat(webhook.hear(null, body)).isEqualTo(NOT_SIGNED);
    assertThat(webhook.hear("", body)).isEqualTo(NOT_SIGNED);
    assertThat(webhook.hear(signed.replaceAll("v1=.*", "v1="), body)).isEqualTo(NOT_SIGNED);
    assertThat(webhook.hear(new WebhookSignature(SECRET + "?", () -> now).sign(body), body))
        .isEqualTo(NOT_SIGNED);
    assertThat(webhook.hear(signed, message(story.attempt(), "DECLINED", 1990)))
        .isEqualTo(NOT_SIGNED);
    assertThat(story.status()).isEqualTo("AWAITING_PAYMENT");
    assertThat(webhook.hear(signed, body)).isEqualTo(NOTED);
  }

  @Test
  void message_recorded_andSentAgainLater_isRefused_alsoWithAnotherTime() {
    story.pay(later);
    byte[] body = message(story.attempt(), "TAKEN", 1990);
    String signed = signature.sign(body);
    long second = now.getEpochSecond();
    now = now.plus(WebhookSignature.TOLERANCE).plusSeconds(1);
    assertThat(webhook.hear(signed, body)).isEqualTo(NOT_SIGNED);
    assertThat(webhook.hear(signed.replace("t=" + second, "t=" + now.getEpochSecond()), body))
        .isEqualTo(NOT_SIGNED);
    now = now.minus(Duration.ofSeconds(1));
    assertThat(webhook.hear(signed, body)).isEqualTo(NOTED);
  }

  @Test
  void message_ofAnotherAmount_orUnknownAttempt_orNonsense_changesNothing() {
    story.pay(later);
    byte[] less = message(story.attempt(), "TAKEN", 1);
    assertThat(webhook.hear(signature.sign(less), less)).isEqualTo(MALFORMED);
    byte[] unknown = message(UUID.randomUUID(), "TAKEN", 1990);
    assertThat(webhook.hear(signature.sign(unknown), unknown)).isEqualTo(NOT_OURS);
    for (String nonsense : new String[] {"", "[]", "{", "{\"attempt\":1}"}) {
      byte[] body = nonsense.getBytes(UTF_8);
      assertThat(webhook.hear(signature.sign(body), body)).as(nonsense).isEqualTo(MALFORMED);
    }
    assertThat(tell("PERHAPS")).isEqualTo(MALFORMED);
    assertThat(story.status()).isEqualTo("AWAITING_PAYMENT");
  }
}
