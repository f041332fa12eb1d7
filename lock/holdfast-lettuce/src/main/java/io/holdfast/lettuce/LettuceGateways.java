package io.holdfast.lettuce;

import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayFactory;
import io.holdfast.spi.GatewayListener;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Gateways on the threads and settings of a Lettuce client that the application has already. The gateway
 * opens connections of its own and closes only these: one per server, a second one when somebody waits for a lock for the
 * first time, one more for each number of replicas by which a lock is {@linkplain
 * io.holdfast.DistributedLock#acknowledgedBy acknowledged}. What is open stays so until the client closes.
 */
public final class LettuceGateways {

  private LettuceGateways() {}

  /**
   * {@return a factory for one server, or for a primary that sentinels know}
   *
   * @param client whose resources and options are used
   * @param uri the server; sentinels in it are asked for the primary
   */
  public static GatewayFactory on(RedisClient client, RedisURI uri) {
    return on(client.getResources(), client.getOptions(), uri);
  }

  /**
   * {@return what {@link #on(RedisClient, RedisURI)} does, without a client}
   *
   * @param resources threads and timers; not shut down by us
   * @param options as a client would have them
   * @param uri the server; sentinels in it are asked for the primary
   */
  public static GatewayFactory on(ClientResources resources, ClientOptions options, RedisURI uri) {
    Target.Form form = uri.getSentinels().isEmpty() ? Target.Form.SERVER : Target.Form.SENTINEL;
    return on(resources, options, target(form, List.of(uri)));
  }

  /**
   * {@return a factory for a cluster}
   *
   * @param client whose resources and options are used
   * @param seeds servers that belong to it; at least one
   */
  public static GatewayFactory on(RedisClusterClient client, RedisURI... seeds) {
    return on(
        client.getResources(), client.getOptions(), target(Target.Form.CLUSTER, List.of(seeds)));
  }

  /**
   * {@return a factory for a primary and its replicas without sentinel}
   *
   * @param client whose resources and options are used
   * @param servers among which the primary is looked for; at least one
   */
  public static GatewayFactory replicas(RedisClient client, RedisURI... servers) {
    return on(
        client.getResources(), client.getOptions(), target(Target.Form.REPLICAS, List.of(servers)));
  }

  private static GatewayFactory on(
      ClientResources resources, ClientOptions options, Target target) {
    return (settings, listener) ->
        open(ClientHandle.on(resources, options, settings), target, listener);
  }

  static Gateway open(ClientHandle client, Target target, GatewayListener listener) {
    return target.form() == Target.Form.CLUSTER
        ? ClusterGateway.open(client, target, listener)
        : SingleGateway.open(client, target, listener);
  }

  private static Target target(Target.Form form, List<RedisURI> uris) {
    if (uris.isEmpty()) {
      throw new IllegalArgumentException("expected at least one RedisURI");
    }
    return new Target(form, uris, display(form, uris));
  }

  private static String display(Target.Form form, List<RedisURI> uris) {
    RedisURI first = uris.get(0);
    String scheme = (first.isSsl() ? "rediss" : "redis")
        + switch (form) {
          case SERVER -> "";
          case SENTINEL -> "-sentinel";
          case REPLICAS -> "-replicas";
          case CLUSTER -> "-cluster";
        };
    List<RedisURI> hosts = form == Target.Form.SENTINEL ? first.getSentinels() : uris;
    return scheme + "://"
        + hosts.stream()
            .map(uri -> uri.getHost() + ":" + uri.getPort())
            .collect(Collectors.joining(","))
        + (form == Target.Form.SENTINEL ? "#" + first.getSentinelMasterId() : "");
  }
}
