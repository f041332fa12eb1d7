package io.holdfast.flashsale.settings;

import static io.holdfast.flashsale.settings.FlashSaleProperties.require;
import static io.holdfast.flashsale.settings.FlashSaleProperties.requireLength;
import static io.holdfast.flashsale.settings.FlashSaleProperties.requirePositive;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How orders are paid.
 *
 * @param maxAtOnce Payments under way at once in this instance; more are answered 503 at once.
 * @param answerWithin How long a buyer waits for the provider before the answer is 202.
 * @param askAgainAfter How long an answer of the provider is waited for before it is asked again, the first time.
 * @param webhookSecret What the provider signs its webhooks with, the same in all instances; at least 32 characters.
 *     Default: made up at the start, so that only the sandbox of this instance knows it.
 */
@ConfigurationProperties("flash-sale.payments")
public record PaymentProperties(
    @DefaultValue("64") int maxAtOnce,
    @DefaultValue("10s") Duration answerWithin,
    @DefaultValue("30s") Duration askAgainAfter,
    @Nullable String webhookSecret) {

  public PaymentProperties {
    require(maxAtOnce > 0, "flash-sale.payments.max-at-once", maxAtOnce, "1 or more");
    requirePositive("flash-sale.payments.answer-within", answerWithin);
    require(
        answerWithin.compareTo(Duration.ofSeconds(25)) <= 0,
        "flash-sale.payments.answer-within",
        answerWithin,
        "25s at most: the web server gives up after 30s");
    requirePositive("flash-sale.payments.ask-again-after", askAgainAfter);
    requireLength("flash-sale.payments.webhook-secret", webhookSecret, 32);
  }
}
