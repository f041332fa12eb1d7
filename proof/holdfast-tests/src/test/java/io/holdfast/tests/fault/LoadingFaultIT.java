package io.holdfast.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.RedisServer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A server that reads its data takes its time: every 1,000 commands it answers {@code LOADING}. */
class LoadingFaultIT extends OneServerFixture {

  @Override
  RedisServer startServer() {
    return RedisServer.builder().persistent().config("key-load-delay", "100").start();
  }

  @Test
  void serverLoading_lockAskedFor_isServedAfterwards() throws Exception {
    DistributedLock alices = open(
            "alice", proxy.uri(), settings -> settings.unavailableAfter(PATIENCE))
        .lock(name);
    server.command("EVAL", "for i = 1, 15000 do redis.call('SET', 'k' .. i, i) end", "0");
    server.kill();
    CompletableFuture<Lease> async = alices.acquireAsync();
    Caller<Boolean> restart = Caller.start(() -> {
      server.restart();
      return true;
    });
    assertThat(restart.outcome()).isTrue();
    granted(await(async)).close();
    server.command("FLUSHALL");
  }
}
