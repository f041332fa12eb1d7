package io.holdfast.flashsale.lab;

import io.holdfast.Holdfast;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.ladder.Rungs;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.writer.Writers;
import io.holdfast.lettuce.LettuceGateways;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One instance of the service in this JVM, with one rung. It shares nothing with the others but the servers. */
final class LabInstance implements AutoCloseable {

  /** So many purchases at once, as a web server has so many threads. */
  private static final int THREADS = 32;

  private static final Duration REPLY_LIMIT = Duration.ofSeconds(10);

  private final String name;
  private final Relay relay;
  private final InstanceDatabase database;
  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final Holdfast holdfast;
  private final Rung rung;
  private final @Nullable Writers writers;
  private final ExecutorService threads;
  private volatile boolean alive = true;
  private volatile boolean isClosing;

  LabInstance(
      String name,
      int number,
      RedisURI redis,
      ClientResources resources,
      DataSource shared,
      Timing timing,
      Mischief mischief) {
    this.name = name;
    relay = new Relay(redis.getHost(), redis.getPort());
    database = new InstanceDatabase(shared);
    RedisURI throughRelay = throughRelay(redis, relay);
    client = RedisClient.create(resources, throughRelay);
    client.setOptions(ClientOptions.builder()
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS) // nothing is sent twice
        .timeoutOptions(TimeoutOptions.enabled(REPLY_LIMIT))
        .build());
    connection = client.connect();
    holdfast = Holdfast.builder()
        .gateway(LettuceGateways.on(client, throughRelay))
        .clientName(name)
        .leaseTime(timing.lockTime())
        .build();
    threads = Executors.newFixedThreadPool(THREADS, work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    });
    Surroundings surroundings = new Surroundings(
        name,
        connection.async(),
        holdfast,
        database,
        (point, saleId) -> passed(mischief, point),
        timing.lockTime(),
        timing.patience(),
        timing.payWithin());
    rung = Rungs.create(number, surroundings);
    writers = number == 11 ? new Writers(surroundings, true) : null;
    if (writers != null) {
      writers.start();
    }
  }

  private static RedisURI throughRelay(RedisURI redis, Relay relay) {
    RedisURI uri = RedisURI.builder(redis)
        .withHost(relay.host())
        .withPort(relay.port())
        .withTimeout(REPLY_LIMIT)
        .build();
    if (uri.isSsl()) {
      uri.setVerifyPeer(SslVerifyMode.CA); // the name in the certificate is the server's
    }
    return uri;
  }

  private void passed(Mischief mischief, Point point) {
    if (!alive) {
      throw new Points.Crashed(point);
    }
    mischief.passed(point, this);
  }

  String name() {
    return name;
  }

  Rung rung() {
    return rung;
  }

  boolean isAlive() {
    return alive;
  }

  /** Buys here, when one of its threads is free. */
  CompletionStage<PurchaseAnswer> buy(Purchase purchase) {
    try {
      return CompletableFuture.supplyAsync(() -> serve(purchase), threads)
          .thenCompose(answer -> answer);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedStage(new PurchaseAnswer.Unknown(name + " has ended"));
    }
  }

  private CompletionStage<PurchaseAnswer> serve(Purchase purchase) {
    return isClosing
        ? CompletableFuture.completedStage(new PurchaseAnswer.Refused(PurchaseAnswer.Reason.BUSY))
        : rung.buy(purchase);
  }

  /** Those who still wait for a thread are sent home. */
  void closeDoors() {
    isClosing = true;
  }

  /** Ends it as {@code kill -9} would: nothing it does from now on reaches anybody. Does not block. */
  void crash() {
    alive = false;
    database.die();
    relay.close();
  }

  /** It stands still: whatever it sends or is sent waits. */
  void freeze() {
    relay.hold();
    database.hold();
  }

  /** It goes on, as if nothing had happened. */
  void thaw() {
    relay.release();
    database.release();
  }

  /** Replies that are on their way to it get lost, and so do the connections. */
  void loseReplies() {
    relay.loseReplies();
  }

  @Override
  public void close() {
    thaw();
    threads.shutdownNow();
    if (writers != null) {
      writers.close();
    }
    rung.close();
    holdfast.close();
    connection.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    relay.close();
  }
}
