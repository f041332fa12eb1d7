package io.holdfast.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One client's ways to all servers of a group: a {@link FaultProxy} before each. Where a server names the address of
 * another one (a sentinel, {@code MOVED}, {@code CLUSTER NODES}), the client reads the proxy's, so that it never gets
 * around them. What the servers say to each other does not pass here. Thread-safe.
 */
public final class FaultNetwork implements AutoCloseable {

  private final AddressBook addresses = new AddressBook();
  private final Map<RedisServer, FaultProxy> proxies = new LinkedHashMap<>();

  private FaultNetwork(List<RedisServer> servers) {
    for (RedisServer server : servers) {
      FaultProxy proxy = new FaultProxy(server.port(), addresses);
      proxies.put(server, proxy);
      addresses.put(server.port(), proxy.port());
    }
  }

  /**
   * {@return proxies before these servers}
   *
   * @param servers sentinels too, for they name the others
   */
  public static FaultNetwork to(List<RedisServer> servers) {
    return new FaultNetwork(servers);
  }

  /**
   * {@return that URI with the proxies' ports in place of the servers'}
   *
   * @param direct as {@link ClusterGroup#uri()} or {@link SentinelGroup#uri()} has it
   */
  public String uri(String direct) {
    return addresses.translate(direct);
  }

  /**
   * {@return the proxy before that server}
   *
   * @param server one of those given to {@link #to}
   */
  public FaultProxy proxy(RedisServer server) {
    FaultProxy proxy = proxies.get(server);
    if (proxy == null) {
      throw new IllegalArgumentException("no proxy stands before 127.0.0.1:" + server.port());
    }
    return proxy;
  }

  /** {@return all of them, in the order of the servers} */
  public List<FaultProxy> proxies() {
    return List.copyOf(proxies.values());
  }

  /** Ends every fault: {@link FaultProxy#heal()}. */
  public void heal() {
    proxies.values().forEach(FaultProxy::heal);
  }

  /** Closes every connection. */
  @Override
  public void close() {
    proxies.values().forEach(FaultProxy::close);
  }
}
