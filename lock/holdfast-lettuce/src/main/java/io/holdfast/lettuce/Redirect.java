package io.holdfast.lettuce;

import org.jspecify.annotations.Nullable;

/**
 * Where an error reply of a cluster's node sends us: nothing was done there.
 *
 * @param address host and port of the other node
 * @param isMoved whether it has the slot from now on ({@code MOVED}), or is to be asked this once ({@code ASK})
 */
record Redirect(String address, boolean isMoved) {

  private static final int MOST = 5;

  /**
   * What an error reply says; null if it sends us nowhere, or to a host that it does not name, which the next topology
   * will know.
   *
   * @param redirects how often the call was sent on before; not without end
   */
  static @Nullable Redirect of(String error, int redirects) {
    boolean isMoved = error.startsWith("MOVED ");
    String address = error.substring(error.lastIndexOf(' ') + 1);
    return redirects < MOST && (isMoved || error.startsWith("ASK ")) && !address.startsWith(":")
        ? new Redirect(address, isMoved)
        : null;
  }

  /** Whether by that error reply the topology we know is an old one. */
  static boolean isNewsOf(String error) {
    return error.startsWith("MOVED ")
        || error.startsWith("CLUSTERDOWN")
        || error.startsWith("READONLY");
  }
}
