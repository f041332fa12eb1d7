package io.holdfast.flashsale.accept;

/**
 * The names of a sale's keys. They share a hash tag, so that a script may use all of them in a cluster.
 *
 * @param saleId whose
 */
public record KeySpace(long saleId) {

  /** The consumer group of the stream. */
  public static final String GROUP = "writers";

  /** In every hash and set: without it the key was lost, and what is in it has come since. */
  static final String SEAL = "\n";

  /** Hash: what decides whether a purchase is accepted. */
  public String sale() {
    return key("sale");
  }

  /** Hash: user and idempotency key to the order that was accepted. */
  public String answers() {
    return key("answers");
  }

  /** The field of {@link #answers} for this wish. */
  public static String field(String user, String key) {
    return user + "\n" + key;
  }

  /** Hash: user to units. */
  public String users() {
    return key("users");
  }

  /** Hash: accepted orders that are not in the database yet. */
  public String reserved() {
    return key("reserved");
  }

  /** Stream: what the writer has to write. */
  public String stream() {
    return key("stream");
  }

  /** Set: orders whose units were given back. */
  public String released() {
    return key("released");
  }

  /** All of them, as the scripts that look at everything want them. */
  String[] all() {
    return new String[] {sale(), answers(), users(), reserved(), stream(), released()};
  }

  private String key(String part) {
    return "fs:{" + saleId + "}:" + part;
  }
}
