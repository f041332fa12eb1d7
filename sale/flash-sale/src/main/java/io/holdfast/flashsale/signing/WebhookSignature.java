package io.holdfast.flashsale.signing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a webhook: {@code t=<seconds>,v1=<hex>}, where {@code hex} is the HMAC-SHA256 of
 * {@code <seconds>.<body>}. The time is signed as well, so what was recorded cannot be sent again later. Thread-safe.
 */
public final class WebhookSignature {

  /** The header that carries it. */
  public static final String HEADER = "Webhook-Signature";

  /** How far the sender's clock may be from ours. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final Pattern FORM = Pattern.compile("t=([0-9]{1,12}),v1=([0-9a-f]{64})");

  private final SecretKeySpec key;
  private final InstantSource clock;

  /**
   * Signatures of one secret.
   *
   * @param secret what sender and receiver have in common
   */
  public WebhookSignature(String secret, InstantSource clock) {
    this.key = new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256");
    this.clock = clock;
  }

  /** The header for that body, sent now. */
  public String sign(byte[] body) {
    long seconds = clock.instant().getEpochSecond();
    return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(hmac(Long.toString(seconds), body));
  }

  /** Whether whoever sent this body knows the secret, and sent it now. */
  public boolean isValid(@Nullable String header, byte[] body) {
    Matcher parts = FORM.matcher(header == null ? "" : header);
    if (!parts.matches()) {
      return false;
    }
    Instant sent = Instant.ofEpochSecond(Long.parseLong(parts.group(1)));
    byte[] expected = hmac(parts.group(1), body);
    return MessageDigest.isEqual(expected, HexFormat.of().parseHex(parts.group(2)))
        && Duration.between(sent, clock.instant()).abs().compareTo(TOLERANCE) <= 0;
  }

  private byte[] hmac(String seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update((seconds + ".").getBytes(US_ASCII));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }
}
