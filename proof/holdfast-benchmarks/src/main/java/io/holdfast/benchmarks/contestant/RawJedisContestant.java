package io.holdfast.benchmarks.contestant;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import redis.clients.jedis.Jedis;

/** The same two scripts through bare Jedis, one connection per lock: no queue, no renewal, no waiting. */
final class RawJedisContestant implements Contestant {

  private final String uri;
  private final long leaseMillis;
  private final LockScripts scripts = LockScripts.ours();
  private final Queue<Jedis> connections = new ConcurrentLinkedQueue<>();

  RawJedisContestant(String uri, long leaseMillis) {
    this.uri = uri;
    this.leaseMillis = leaseMillis;
  }

  @Override
  public PeerLock lock(String name) {
    Jedis jedis = new Jedis(uri);
    connections.add(jedis);
    String acquireSha = jedis.scriptLoad(scripts.acquire());
    String releaseSha = jedis.scriptLoad(scripts.release());
    String holder = LockScripts.holder();
    List<String> keys = List.of(name);
    List<String> acquireArguments = List.of(scripts.acquireArguments(holder, leaseMillis));
    List<String> releaseArguments = List.of(scripts.releaseArguments(holder, name));
    return new PeerLock() {
      @Override
      public void lock() {
        Object reply = jedis.evalsha(acquireSha, keys, acquireArguments);
        ensure(reply instanceof List<?> list && Long.valueOf(1).equals(list.get(0)), reply);
      }

      @Override
      public void unlock() {
        Object reply = jedis.evalsha(releaseSha, keys, releaseArguments);
        ensure(Long.valueOf(1).equals(reply), reply);
      }
    };
  }

  private static void ensure(boolean expected, Object reply) {
    if (!expected) {
      throw new IllegalStateException("the raw floor has no waiting, but was answered " + reply);
    }
  }

  @Override
  public void close() {
    connections.forEach(Jedis::close);
  }
}
