package io.holdfast.benchmarks.contestant;

import java.time.Duration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's registry in its faster form, woken by pub/sub. */
final class SpringIntegrationContestant implements Contestant {

  private final LettuceConnectionFactory connection;
  private final RedisLockRegistry registry;

  SpringIntegrationContestant(String uri, long leaseMillis) {
    this.connection = SpringRedis.connect(uri);
    this.registry = new RedisLockRegistry(connection, "bench", Duration.ofMillis(leaseMillis));
    registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
  }

  @Override
  public PeerLock lock(String name) {
    return PeerLock.of(registry.obtain(name));
  }

  @Override
  public void close() {
    registry.destroy();
    connection.destroy();
  }
}
