package io.holdfast.flashsale.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who may look at sales and change them, each with a token of their own. How long a comparison takes says nothing about
 * the tokens. Safe for use by many threads once everybody is added.
 */
public final class Staff {

  /** What somebody may do. */
  public enum Role {
    /** Look. */
    VIEWER,
    /** Change things as well. */
    OPERATOR
  }

  /**
   * Somebody of the staff.
   *
   * @param name as the audit shows it
   * @param role what they may do
   */
  public record Member(String name, Role role) {}

  private final Map<Member, byte[]> hashes = new LinkedHashMap<>();

  /**
   * Adds somebody.
   *
   * @throws IllegalArgumentException if the name or the token is somebody else's
   */
  public void add(String name, Role role, String token) {
    byte[] hash = sha256(token);
    hashes.forEach((known, itsHash) -> {
      if (known.name().equals(name)) {
        throw new IllegalArgumentException("flash-sale.operating: '" + name + "' is there twice");
      } else if (MessageDigest.isEqual(itsHash, hash)) {
        throw new IllegalArgumentException("flash-sale.operating: '" + name + "' and '"
            + known.name() + "' have the same token: expected one for each");
      }
    });
    hashes.put(new Member(name, role), hash);
  }

  /** Whether anybody can change anything. */
  public boolean hasOperator() {
    return hashes.keySet().stream().anyMatch(member -> member.role() == Role.OPERATOR);
  }

  /** Whose token that is; null if nobody's. */
  public @Nullable Member find(@Nullable String presented) {
    if (presented == null) {
      return null;
    }
    byte[] hash = sha256(presented);
    Member found = null;
    for (Map.Entry<Member, byte[]> known : hashes.entrySet()) { // all, however early it is found
      if (MessageDigest.isEqual(known.getValue(), hash)) {
        found = known.getKey();
      }
    }
    return found;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
