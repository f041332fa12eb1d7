package io.holdfast.benchmarks.contestant;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** lock4j on RedisTemplate: a fixed lease, refused callers ask again every 100 ms. */
final class Lock4jContestant implements Contestant {

  private static final long LONGEST_WAIT_MILLIS = 60_000;

  private final long leaseMillis;
  private final LettuceConnectionFactory connection;
  private final LockTemplate template = new LockTemplate();

  Lock4jContestant(String uri, long leaseMillis) {
    this.leaseMillis = leaseMillis;
    this.connection = SpringRedis.connect(uri);
    Lock4jProperties properties = new Lock4jProperties();
    template.setProperties(properties);
    template.setExecutors(
        List.of(new RedisTemplateLockExecutor(new StringRedisTemplate(connection), properties)));
    try {
      template.afterPropertiesSet();
    } catch (Exception e) {
      throw new IllegalStateException("lock4j did not start", e);
    }
  }

  @Override
  public PeerLock lock(String name) {
    return new PeerLock() {
      private @Nullable LockInfo held; // with the holder's secret

      @Override
      public void lock() {
        LockInfo info = template.lock(name, leaseMillis, LONGEST_WAIT_MILLIS);
        if (info == null) {
          throw new IllegalStateException("lock4j gave up after " + LONGEST_WAIT_MILLIS + " ms");
        }
        held = info;
      }

      @Override
      public void unlock() {
        template.releaseLock(held);
      }
    };
  }

  @Override
  public void close() {
    connection.destroy();
  }
}
