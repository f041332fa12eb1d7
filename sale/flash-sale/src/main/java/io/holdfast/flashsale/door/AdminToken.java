package io.holdfast.flashsale.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** The token of the admins. How long a comparison takes says nothing about it. Thread-safe. */
public final class AdminToken {

  private final byte @Nullable [] hash;

  /**
   * That token.
   *
   * @param token null: nobody is an admin
   */
  public AdminToken(@Nullable String token) {
    this.hash = token == null ? null : sha256(token);
  }

  /** Whether that is it. */
  public boolean matches(@Nullable String presented) {
    return hash != null && presented != null && MessageDigest.isEqual(hash, sha256(presented));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
