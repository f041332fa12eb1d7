package io.holdfast.benchmarks.contestant;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The floor of a hand-over between processes: subscribed beforehand, the waiter sends one script when it
 * hears one message. Knows neither expiry nor lost messages.
 */
final class RawWakeUpContestant implements Contestant {

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final StatefulRedisPubSubConnection<String, String> listening;
  private final LockScripts scripts = LockScripts.ours();
  private final Semaphore messages = new Semaphore(0);
  private final long leaseMillis;

  RawWakeUpContestant(String uri, long leaseMillis) {
    this.leaseMillis = leaseMillis;
    this.client = RedisClient.create(uri);
    this.connection = client.connect();
    this.listening = client.connectPubSub();
    listening.addListener(new RedisPubSubAdapter<>() {
      @Override
      public void message(String channel, String message) {
        messages.release();
      }
    });
  }

  @Override
  public PeerLock lock(String name) {
    RedisCommands<String, String> commands = connection.sync();
    String acquireSha = commands.scriptLoad(scripts.acquire());
    String releaseSha = commands.scriptLoad(scripts.release());
    String[] keys = {name};
    String holder = LockScripts.holder();
    String[] acquireArguments = scripts.acquireArguments(holder, leaseMillis);
    String[] releaseArguments = scripts.releaseArguments(holder, name);
    listening.sync().subscribe(releaseArguments[2]);
    return new PeerLock() {
      @Override
      public void lock() throws InterruptedException {
        while (!tryLock()) {
          messages.acquire();
        }
      }

      private boolean tryLock() {
        messages.drainPermits();
        List<Object> reply =
            commands.evalsha(acquireSha, ScriptOutputType.MULTI, keys, acquireArguments);
        return Long.valueOf(1).equals(reply.get(0));
      }

      @Override
      public void unlock() {
        commands.evalsha(releaseSha, ScriptOutputType.INTEGER, keys, releaseArguments);
      }
    };
  }

  @Override
  public void close() {
    listening.close();
    connection.close();
    client.shutdown();
  }
}
