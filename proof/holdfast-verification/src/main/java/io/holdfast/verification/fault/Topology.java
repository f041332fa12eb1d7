package io.holdfast.verification.fault;

import java.util.Arrays;
import java.util.Locale;

/** How the servers are arranged. */
public enum Topology {
  /** One server. */
  STANDALONE,
  /** A primary, two replicas and three sentinels. */
  SENTINEL,
  /** Three primaries with a replica each. */
  CLUSTER;

  /** As used on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The topology of that label.
   *
   * @throws IllegalArgumentException naming those there are
   */
  public static Topology of(String label) {
    return Arrays.stream(values())
        .filter(topology -> topology.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "there is no topology '" + label + "': expected standalone, sentinel or cluster"));
  }
}
