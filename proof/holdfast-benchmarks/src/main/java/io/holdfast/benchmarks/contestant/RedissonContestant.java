package io.holdfast.benchmarks.contestant;

import io.netty.channel.epoll.Epoll;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.TransportMode;

/** Redisson's {@code RLock} with default settings; on epoll only if told to, while Lettuce takes it by itself. */
final class RedissonContestant implements Contestant {

  private static final String REPLICAS = "redis-replicas://";

  private final RedissonClient client;
  private final AtomicLong holders = new AtomicLong(1_000_000); // beyond the ids of real threads

  RedissonContestant(String uri, long leaseMillis, boolean onEpoll) {
    Config config = new Config().setLockWatchdogTimeout(leaseMillis);
    if (onEpoll && Epoll.isAvailable()) {
      config.setTransportMode(TransportMode.EPOLL);
    }
    if (uri.startsWith(REPLICAS)) { // there it waits for its replicas by itself
      for (String address : uri.substring(REPLICAS.length()).split(",", -1)) {
        config.useReplicatedServers().addNodeAddress("redis://" + address);
      }
    } else {
      config.useSingleServer().setAddress(uri);
    }
    this.client = Redisson.create(config);
  }

  @Override
  public PeerLock lock(String name) {
    return PeerLock.of(client.getLock(name));
  }

  @Override
  public CompletionStage<?> hold(String name) {
    return client.getLock(name).lockAsync(holders.incrementAndGet());
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
