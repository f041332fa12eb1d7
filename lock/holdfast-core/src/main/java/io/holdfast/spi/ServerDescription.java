package io.holdfast.spi;

import java.util.Locale;

/**
 * What a gateway found at connect.
 *
 * @param kind how the server is arranged
 * @param version as the server says it, such as {@code redis 6.2.11}; empty if it may not be asked
 * @param sharded whether channels are sharded
 * @param address where it is, without secrets; empty if the gateway does not say
 */
public record ServerDescription(Kind kind, String version, boolean sharded, String address) {

  /**
   * A server whose address is not told.
   *
   * @param kind how it is arranged
   * @param version as it says itself; empty if it may not be asked
   * @param sharded whether channels are sharded
   */
  public ServerDescription(Kind kind, String version, boolean sharded) {
    this(kind, version, sharded, "");
  }

  /** How servers are arranged. */
  public enum Kind {
    /** One server. */
    STANDALONE,
    /** A primary with replicas, found by sentinel or given by the user. */
    REPLICATED,
    /** Keys spread over several primaries, by slots. */
    CLUSTER
  }

  /** For people, as in {@code redis 7.0.15 (standalone) at localhost:6379}. */
  @Override
  public String toString() {
    String what = version.isEmpty() ? "a server" : version;
    String where = address.isEmpty() ? "" : " at " + address;
    return what + " (" + kind.name().toLowerCase(Locale.ROOT) + ")" + where;
  }
}
