package io.holdfast.flashsale.buying;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The id of an order. It follows from the sale, the user and the idempotency key: whoever asks twice, by
 * whatever way, asks for the same order. Its first four bytes are the number of the sale, so that whoever has
 * the id knows where to look; the rest is a hash of all three.
 *
 * @param value the id itself
 */
public record OrderId(UUID value) {

  /** The order that this user may get with this key. */
  public static OrderId of(long saleId, String user, String key) {
    if (saleId >>> 32 != 0) {
      throw new IllegalArgumentException("sale " + saleId + ": its number exceeds four bytes");
    }
    byte[] hash = sha256().digest((saleId + "\n" + user + "\n" + key).getBytes(UTF_8));
    ByteBuffer bits = ByteBuffer.wrap(hash);
    long version = 8L << 12; // a way of our own to make one
    long high = saleId << 32 | (bits.getLong() & 0xffff0fffL) | version;
    long low = (bits.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new OrderId(new UUID(high, low));
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static OrderId parse(String text) {
    return new OrderId(UUID.fromString(text));
  }

  /** Where it was bought. An id that we did not make may name any sale, or none. */
  public long saleId() {
    return value.getMostSignificantBits() >>> 32;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
