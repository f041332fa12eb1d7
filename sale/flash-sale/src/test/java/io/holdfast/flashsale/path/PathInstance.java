package io.holdfast.flashsale.path;

import io.holdfast.Holdfast;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ladder.StreamRung;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.reconcile.Reconciler;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.writer.SaleWriter;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** One instance of the service, without its web part: its own connections, its own writers. */
final class PathInstance implements AutoCloseable {

  /** Short, so that the death of a writer is noticed soon. */
  static final Duration LEASE = Duration.ofSeconds(1);

  final Surroundings surroundings;
  final SaleMemory memory;
  final SaleStore store;
  final StreamRung rung;
  final SaleKeeper keeper;
  final Orders orders;
  final Reconciler reconciler;

  private final AbstractRedisClient client;
  private final List<SaleWriter> writers = new ArrayList<>();

  PathInstance(String name, String redisUri) {
    this(name, redisUri, Database.pool(), Points.NONE);
  }

  PathInstance(String name, String redisUri, DataSource database, Points points) {
    RedisClusterAsyncCommands<String, String> redis;
    TimeoutOptions timeouts = TimeoutOptions.enabled(Duration.ofSeconds(3));
    if (redisUri.startsWith("redis-cluster://")) {
      RedisClusterClient cluster =
          RedisClusterClient.create(redisUri.replace("redis-cluster", "redis").split(",", 2)[0]);
      cluster.setOptions(ClusterClientOptions.builder().timeoutOptions(timeouts).build());
      redis = cluster.connect().async();
      client = cluster;
    } else {
      RedisClient single = RedisClient.create(redisUri);
      single.setOptions(ClientOptions.builder().timeoutOptions(timeouts).build());
      redis = single.connect().async();
      client = single;
    }
    Holdfast holdfast = Holdfast.builder().uri(redisUri).leaseTime(LEASE).build();
    surroundings = new Surroundings(
        name,
        redis,
        holdfast,
        database,
        points,
        LEASE,
        Duration.ofSeconds(5),
        Duration.ofMinutes(10));
    memory = new SaleMemory(redis);
    store = new SaleStore(database);
    rung = new StreamRung(surroundings);
    keeper = new SaleKeeper(store, memory, number -> rung);
    orders = new Orders(database, memory, surroundings.payWithin());
    reconciler = new Reconciler(surroundings, memory);
  }

  /** A sale that is open. */
  Sale sale(int total, int perUser) {
    return sale(total, perUser, Instant.now().minusSeconds(1));
  }

  Sale sale(int total, int perUser, Instant opensAt) {
    return keeper.create(
        new NewSale("lamp", 11, 1990, perUser, total, opensAt, opensAt.plusSeconds(3600), false));
  }

  PurchaseAnswer buy(Sale sale, String user, String key, int quantity) {
    return rung.buy(new Purchase(sale, user, key, quantity))
        .toCompletableFuture()
        .orTimeout(10, TimeUnit.SECONDS)
        .join();
  }

  PurchaseAnswer buy(Sale sale, String user) {
    return buy(sale, user, "first", 1);
  }

  /** Buys one unit for each of so many users. */
  void buyers(Sale sale, int count) {
    List<? extends java.util.concurrent.CompletableFuture<PurchaseAnswer>> answers =
        java.util.stream.IntStream.range(0, count)
            .mapToObj(
                i -> rung.buy(new Purchase(sale, "user-" + i, "first", 1)).toCompletableFuture())
            .toList();
    answers.forEach(answer -> answer.orTimeout(20, TimeUnit.SECONDS).join());
  }

  SaleWriter writer(Sale sale) {
    SaleWriter writer = new SaleWriter(surroundings, sale.id());
    writers.add(writer);
    writer.start();
    return writer;
  }

  @Override
  public void close() {
    writers.forEach(SaleWriter::close);
    surroundings.holdfast().close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
