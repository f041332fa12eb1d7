package io.holdfast.benchmarks.contestant;

import io.holdfast.Holdfast;
import io.holdfast.lettuce.LettuceGateways;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Holdfast on the threads of a Lettuce client that the application has anyway. */
final class SharedHoldfastContestant implements Contestant {

  private final RedisClient application;
  private final StatefulRedisConnection<String, String> connection;
  private final int foreignThreads;
  private final Holdfast client;

  SharedHoldfastContestant(String uri, long leaseMillis) {
    int before = Thread.activeCount();
    application = RedisClient.create(uri);
    connection = application.connect();
    connection.sync().ping();
    foreignThreads = Thread.activeCount() - before;
    client = Holdfast.builder()
        .gateway(LettuceGateways.on(application, RedisURI.create(uri)))
        .leaseTime(Duration.ofMillis(leaseMillis))
        .build();
  }

  @Override
  public PeerLock lock(String name) {
    return PeerLock.of(client.lock(name));
  }

  @Override
  public CompletionStage<?> hold(String name) {
    return client.lock(name).acquireAsync();
  }

  @Override
  public int foreignThreads() {
    return foreignThreads;
  }

  @Override
  public void close() {
    client.close();
    connection.close();
    application.shutdown();
  }
}
