package io.holdfast.flashsale.settings;

import static io.holdfast.flashsale.settings.FlashSaleProperties.require;

import io.holdfast.flashsale.sandbox.Mischief;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the built-in payment provider, a sandbox, behaves.
 *
 * @param delay How long an answer takes.
 * @param failureRate Share of payments it declines, 0 to 1.
 * @param lostRate Share of answers that get lost after it has done what it was asked, 0 to 1.
 * @param laterRate Share of answers that come by webhook only, 0 to 1.
 * @param twiceRate Share of answers that come a second time, by webhook, 0 to 1.
 * @param webhookDelay How long its webhooks take.
 * @param seed Which payments these are.
 */
@ConfigurationProperties("flash-sale.provider")
public record ProviderProperties(
    @DefaultValue("50ms") Duration delay,
    @DefaultValue("0") double failureRate,
    @DefaultValue("0") double lostRate,
    @DefaultValue("0") double laterRate,
    @DefaultValue("0") double twiceRate,
    @DefaultValue("200ms") Duration webhookDelay,
    @DefaultValue("1") long seed) {

  private static final Duration LONGEST = Duration.ofSeconds(30);

  public ProviderProperties {
    requireShort("flash-sale.provider.delay", delay);
    requireShort("flash-sale.provider.webhook-delay", webhookDelay);
    requireShare("flash-sale.provider.failure-rate", failureRate);
    requireShare("flash-sale.provider.lost-rate", lostRate);
    requireShare("flash-sale.provider.later-rate", laterRate);
    requireShare("flash-sale.provider.twice-rate", twiceRate);
  }

  private static void requireShort(String property, Duration value) {
    require(!value.isNegative() && value.compareTo(LONGEST) <= 0, property, value, "0 to 30s");
  }

  private static void requireShare(String property, double value) {
    require(value >= 0 && value <= 1, property, value, "0 to 1");
  }

  Mischief mischief() {
    return new Mischief(delay, failureRate, lostRate, laterRate, twiceRate, webhookDelay, seed);
  }
}
