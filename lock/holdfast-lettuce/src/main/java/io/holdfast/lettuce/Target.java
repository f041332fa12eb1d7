package io.holdfast.lettuce;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import java.util.List;

/**
 * The servers a gateway connects to.
 *
 * @param form how they are arranged
 * @param addresses of the servers; with sentinels, one address that holds them
 * @param display for messages, without password
 */
record Target(Form form, List<RedisURI> addresses, String display) {

  /** How the servers are arranged, and so how the primary is found. */
  enum Form {
    SERVER,
    SENTINEL,
    REPLICAS,
    CLUSTER
  }

  Target {
    addresses = List.copyOf(addresses);
  }

  /** The name the sentinels know the primary by. */
  String primaryName() {
    return String.valueOf(addresses.get(0).getSentinelMasterId());
  }

  /** For messages. */
  String user() {
    RedisCredentials credentials = addresses
        .get(0)
        .getCredentialsProvider()
        .resolveCredentials()
        .toFuture()
        .getNow(null);
    return credentials == null || !credentials.hasUsername()
        ? "default"
        : credentials.getUsername();
  }
}
