package io.holdfast.flashsale.door;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Users of somebody else: tokens (JWT, RFC 7519) of one issuer, for one audience, signed with RS256 or ES256. The
 * algorithm follows from the key, never from the token alone. Thread-safe.
 */
public final class JwtTokens {

  private static final long SKEW_SECONDS = 60;
  private static final long ASK_AGAIN_SECONDS = Duration.ofSeconds(30).toSeconds();
  private static final int LONGEST = 4000;
  private static final String PREFIX = "jwt_"; // no guest has a '_'
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,40}");

  private final JwksKeys keys;
  private final String issuer;
  private final String audience;
  private final Executor background;
  private final InstantSource clock;
  private final AtomicLong askedAt = new AtomicLong();

  /**
   * Tokens of that issuer.
   *
   * @param background reads the keys again when a token names one that is not known
   */
  public JwtTokens(
      JwksKeys keys, String issuer, String audience, Executor background, InstantSource clock) {
    this.keys = keys;
    this.issuer = issuer;
    this.audience = audience;
    this.background = background;
    this.clock = clock;
  }

  /** Whether it looks like one of these, and not like a guest's. */
  public static boolean isOne(String token) {
    return token.startsWith("eyJ");
  }

  /** Whose token it is; null if we do not believe it. */
  public @Nullable String user(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3 || token.length() > LONGEST) {
      return null;
    }
    try {
      JsonNode head = json(parts[0]);
      PublicKey key = head.has("crit") ? null : key(head.path("kid").asString(""));
      if (key == null || !isSigned(head.path("alg").asString(""), key, parts)) {
        return null;
      }
      JsonNode claims = json(parts[1]);
      return isForUs(claims) && isNow(claims) ? name(claims.path("sub").asString("")) : null;
    } catch (IllegalArgumentException | JacksonException | GeneralSecurityException malformed) {
      return null;
    }
  }

  private @Nullable PublicKey key(String id) {
    PublicKey key = keys.find(id);
    if (key == null) {
      long now = clock.instant().getEpochSecond();
      long before = askedAt.get();
      if (now - before >= ASK_AGAIN_SECONDS && askedAt.compareAndSet(before, now)) {
        try {
          background.execute(keys::readAgain); // the issuer may have a new one
        } catch (RejectedExecutionException ending) {
          return null;
        }
      }
    }
    return key;
  }

  private static boolean isSigned(String algorithm, PublicKey key, String[] parts)
      throws GeneralSecurityException {
    boolean isRsa = key.getAlgorithm().equals("RSA");
    if (!algorithm.equals(isRsa ? "RS256" : "ES256")) {
      return false;
    }
    Signature check =
        Signature.getInstance(isRsa ? "SHA256withRSA" : "SHA256withECDSAinP1363Format");
    check.initVerify(key);
    check.update((parts[0] + "." + parts[1]).getBytes(US_ASCII));
    return check.verify(Base64.getUrlDecoder().decode(parts[2]));
  }

  private boolean isForUs(JsonNode claims) {
    if (!claims.path("iss").asString("").equals(issuer)) {
      return false;
    }
    JsonNode to = claims.path("aud");
    if (to.isArray()) {
      for (JsonNode one : to) {
        if (one.asString("").equals(audience)) {
          return true;
        }
      }
      return false;
    }
    return to.asString("").equals(audience);
  }

  private boolean isNow(JsonNode claims) {
    long now = clock.instant().getEpochSecond();
    JsonNode expires = claims.path("exp");
    JsonNode begins = claims.path("nbf");
    return expires.isNumber()
        && now - SKEW_SECONDS < expires.asLong(0)
        && (begins.isMissingNode()
            || (begins.isNumber() && begins.asLong(0) <= now + SKEW_SECONDS));
  }

  /** A name for that subject that fits into ours, the same every time. */
  private static @Nullable String name(String subject) throws GeneralSecurityException {
    if (subject.isEmpty()) {
      return null;
    }
    if (PLAIN.matcher(subject).matches()) {
      return PREFIX + subject;
    }
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(UTF_8));
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  private static JsonNode json(String part) {
    return JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(part));
  }
}
