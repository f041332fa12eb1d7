package io.holdfast.flashsale.door;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that say who a user is: {@code user.expiry.signature}, signed with HMAC-SHA256. Whoever knows the secret
 * can make and check them; nothing is stored. Thread-safe.
 */
public final class UserTokens {

  /** How long a token is good. */
  public static final Duration LIFETIME = Duration.ofDays(30);

  private static final Pattern USER = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern EXPIRY = Pattern.compile("[0-9]{1,15}");
  private static final int LONGEST = 200;

  private final Mac prototype;
  private final InstantSource clock;

  /**
   * Tokens of one secret.
   *
   * @param secret the same in all instances
   */
  public UserTokens(String secret, InstantSource clock) {
    this.clock = clock;
    try {
      prototype = Mac.getInstance("HmacSHA256");
      prototype.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /**
   * A token for that user.
   *
   * @throws IllegalArgumentException if that is no name for a user
   */
  public String issue(String user) {
    if (!USER.matcher(user).matches()) {
      throw new IllegalArgumentException(
          "user '" + user + "': expected 1 to 64 of A-Z a-z 0-9 _ -");
    }
    String signed = user + "." + (clock.instant().getEpochSecond() + LIFETIME.toSeconds());
    return signed + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(sign(signed));
  }

  /** Whose token it is; null if it is not ours, or too old. */
  public @Nullable String user(String token) {
    int dot = token.lastIndexOf('.');
    int middle = token.lastIndexOf('.', dot - 1);
    if (middle <= 0 || token.length() > LONGEST) {
      return null;
    }
    byte[] signature;
    try {
      signature = Base64.getUrlDecoder().decode(token.substring(dot + 1));
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
    if (!MessageDigest.isEqual(sign(token.substring(0, dot)), signature)) {
      return null;
    }
    String expiry = token.substring(middle + 1, dot);
    String user = token.substring(0, middle);
    return EXPIRY.matcher(expiry).matches()
            && USER.matcher(user).matches()
            && clock.instant().getEpochSecond() < Long.parseLong(expiry)
        ? user
        : null;
  }

  private byte[] sign(String text) {
    try {
      Mac mac = (Mac) prototype.clone();
      return mac.doFinal(text.getBytes(US_ASCII));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the HmacSHA256 of this Java cannot be cloned", e);
    }
  }
}
