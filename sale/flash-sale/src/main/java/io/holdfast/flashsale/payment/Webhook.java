package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.signing.WebhookSignature;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hears answers of the provider that come later, twice, or before its own: {@code {"attempt":"…","outcome":"TAKEN",
 * "amountCents":1990}}, signed. The same again changes nothing. Thread-safe.
 */
public final class Webhook {

  private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
  private static final JsonMapper JSON = JsonMapper.shared();

  /** What became of a message. */
  public enum Result {
    /** It is noted, now or before. */
    NOTED,
    /** It is not signed by the provider, or was signed at another time. */
    NOT_SIGNED,
    /** It cannot be understood. */
    MALFORMED,
    /** We never asked for that. */
    NOT_OURS
  }

  private final WebhookSignature signature;
  private final Attempts attempts;
  private final Settlement settlement;
  private final Refunds refunds;

  public Webhook(DataSource database, WebhookSignature signature, Refunds refunds) {
    this.signature = signature;
    this.attempts = new Attempts(database, Duration.ZERO);
    this.settlement = new Settlement(database);
    this.refunds = refunds;
  }

  /**
   * Hears one.
   *
   * @param header the header {@value WebhookSignature#HEADER}
   */
  public Result hear(@Nullable String header, byte[] body) {
    if (!signature.isValid(header, body)) {
      return Result.NOT_SIGNED;
    }
    String outcome;
    UUID attempt;
    long cents;
    try {
      JsonNode message = JSON.readTree(body);
      outcome = message.path("outcome").asString("");
      attempt = UUID.fromString(message.path("attempt").asString(""));
      cents = message.path("amountCents").asLong(-1);
    } catch (JacksonException | IllegalArgumentException e) {
      return Result.MALFORMED;
    }
    return attempts
        .find(attempt)
        .map(charge -> note(charge, outcome, cents))
        .orElse(Result.NOT_OURS);
  }

  private Result note(Charge charge, String outcome, long cents) {
    if (cents != charge.amountCents()) {
      LOG.error(
          "the provider says {} of {} cents for attempt {}, which was about {}: look into its books",
          outcome,
          cents,
          charge.attempt(),
          charge.amountCents());
      return Result.MALFORMED;
    }
    switch (outcome) {
      case "TAKEN" -> settlement.note(charge, ChargeAnswer.TAKEN);
      case "DECLINED" -> settlement.note(charge, ChargeAnswer.DECLINED);
      case "RETURNED", "REFUSED" -> {
        if (!refunds.exists(charge.attempt())) {
          LOG.error(
              "the provider says {} for attempt {}, whose money was not to be given back",
              outcome,
              charge.attempt());
          return Result.NOT_OURS;
        }
        settlement.note(Refund.of(charge), RefundAnswer.valueOf(outcome));
      }
      default -> {
        return Result.MALFORMED;
      }
    }
    return Result.NOTED;
  }
}
