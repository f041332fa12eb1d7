package io.holdfast.benchmarks.contestant;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;

/** The same two scripts through bare Lettuce, one shared connection: no queue, no renewal, no waiting. */
final class RawLettuceContestant implements Contestant {

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final LockScripts scripts;
  private final long leaseMillis;
  private final String acquireSha;
  private final String releaseSha;

  RawLettuceContestant(String uri, long leaseMillis, LockScripts scripts) {
    this.client = RedisClient.create(uri);
    this.connection = client.connect();
    this.scripts = scripts;
    this.leaseMillis = leaseMillis;
    this.acquireSha = connection.sync().scriptLoad(scripts.acquire());
    this.releaseSha = connection.sync().scriptLoad(scripts.release());
  }

  @Override
  public PeerLock lock(String name) {
    RedisCommands<String, String> commands = connection.sync();
    String[] keys = {name};
    String holder = LockScripts.holder();
    String[] acquireArguments = scripts.acquireArguments(holder, leaseMillis);
    String[] releaseArguments = scripts.releaseArguments(holder, name);
    return new PeerLock() {
      @Override
      public void lock() {
        List<Object> reply =
            commands.evalsha(acquireSha, ScriptOutputType.MULTI, keys, acquireArguments);
        ensure(Long.valueOf(1).equals(reply.get(0)), reply);
      }

      @Override
      public void unlock() {
        Long reply = commands.evalsha(releaseSha, ScriptOutputType.INTEGER, keys, releaseArguments);
        ensure(reply == 1, reply);
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
    connection.close();
    client.shutdown();
  }
}
