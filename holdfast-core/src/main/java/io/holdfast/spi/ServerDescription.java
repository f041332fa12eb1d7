package io.holdfast.spi;

/**
 * What a gateway found at connect.
 *
 * @param kind how the server is arranged
 * @param version as the server says it, such as {@code redis 6.2.11}; empty if it may not be asked
 * @param sharded whether channels are sharded
 */
public record ServerDescription(Kind kind, String version, boolean sharded) {

  /** How servers are arranged. */
  public enum Kind {
    STANDALONE,
    /** A primary with replicas, found by sentinel or given by the user. */
    REPLICATED,
    CLUSTER
  }
}
