package io.holdfast.internal.protocol;

import io.holdfast.spi.Gateway;
import io.holdfast.spi.ServerDescription;

/**
 * What this client says to this server in the same words every time.
 *
 * @param publish the command that publishes
 * @param countListeners the subcommand of PUBSUB that counts listeners; empty where they cannot be counted
 * @param floors what its stamps must be above
 */
record Dialect(String publish, String countListeners, Floors floors) {

  /**
   * @param clientId different for every client there is
   */
  static Dialect of(Gateway gateway, String clientId) {
    ServerDescription server = gateway.server();
    // In a cluster a plain channel's listeners may be on any node: they cannot be counted on one.
    boolean countable = server.sharded() || server.kind() != ServerDescription.Kind.CLUSTER;
    return new Dialect(
        server.sharded() ? "SPUBLISH" : "PUBLISH",
        !countable ? "" : server.sharded() ? "SHARDNUMSUB" : "NUMSUB",
        new Floors(gateway, clientId));
  }

  String floor(String name) {
    return Long.toString(floors.of(name));
  }

  String step() {
    return Integer.toString(floors.step());
  }
}
