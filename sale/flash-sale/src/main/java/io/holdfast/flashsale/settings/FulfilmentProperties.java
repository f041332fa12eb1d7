package io.holdfast.flashsale.settings;

import static io.holdfast.flashsale.settings.FlashSaleProperties.require;
import static io.holdfast.flashsale.settings.FlashSaleProperties.requireLength;
import static io.holdfast.flashsale.settings.FlashSaleProperties.requirePositive;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who is told what became of orders.
 *
 * @param uri Where to; without it events wait in the outbox, and nothing is lost.
 * @param secret What they are signed with; at least 32 characters, required with uri.
 * @param answerWithin How long the receiver may take to answer.
 * @param retryAfter How long until an event is sent again, the first time; then twice as long each time.
 * @param maxTries After so many an event is dead, and waits for an operator.
 */
@ConfigurationProperties("flash-sale.fulfilment")
public record FulfilmentProperties(
    @Nullable URI uri,
    @Nullable String secret,
    @DefaultValue("10s") Duration answerWithin,
    @DefaultValue("1s") Duration retryAfter,
    @DefaultValue("16") int maxTries) {

  public FulfilmentProperties {
    requireLength("flash-sale.fulfilment.secret", secret, 32);
    require(
        uri == null || ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())),
        "flash-sale.fulfilment.uri",
        uri,
        "an address that begins with http:// or https://");
    require(
        uri == null || secret != null,
        "flash-sale.fulfilment.secret",
        secret,
        "at least 32 characters where flash-sale.fulfilment.uri is set");
    requirePositive("flash-sale.fulfilment.answer-within", answerWithin);
    requirePositive("flash-sale.fulfilment.retry-after", retryAfter);
    require(maxTries > 0, "flash-sale.fulfilment.max-tries", maxTries, "1 or more");
  }
}
