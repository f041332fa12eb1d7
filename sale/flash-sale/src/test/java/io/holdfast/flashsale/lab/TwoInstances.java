package io.holdfast.flashsale.lab;

import static io.holdfast.testkit.Eventually.within;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One sale on one rung, and two instances, alice and bob, that can be stopped wherever the story needs it. */
final class TwoInstances implements AutoCloseable {

  /** The expiry of locks is waited for; a buyer who does not get in is told so soon. */
  static final Timing TIMING = new Timing(
      Duration.ofMillis(600),
      Duration.ofMillis(1500),
      Duration.ofMinutes(10),
      Duration.ofSeconds(5),
      Duration.ofSeconds(20));

  final Sale sale;
  final LabInstance alice;
  final LabInstance bob;
  final SaleKeeper keeper;

  private final LabServers servers;
  private final SaleMemory memory;
  private final ConcurrentLinkedQueue<Stop> stops = new ConcurrentLinkedQueue<>();

  TwoInstances(int rung, int stock) {
    this(rung, stock, TIMING, Instant.now().minusSeconds(60));
  }

  TwoInstances(int rung, int stock, Timing timing, Instant opensAt) {
    servers = new LabServers(RedisURI.create(LabRedis.server().uri()), LabDatabase.pool());
    memory = new SaleMemory(servers.redis());
    alice = instance("alice", rung, timing);
    bob = instance("bob", rung, timing);
    keeper = new SaleKeeper(new SaleStore(LabDatabase.pool()), memory, number -> alice.rung());
    sale = keeper.create(
        new NewSale("lamp", rung, 100, 2, stock, opensAt, opensAt.plusSeconds(3600), true));
  }

  private LabInstance instance(String name, int rung, Timing timing) {
    return new LabInstance(
        name, rung, servers.uri(), servers.resources(), LabDatabase.pool(), timing, this::passed);
  }

  private void passed(Point point, LabInstance instance) {
    for (Stop stop : stops) {
      if (stop.point == point && stop.instance == instance && stops.remove(stop)) {
        stop.stand();
        return;
      }
    }
  }

  /** The next one who passes the point in that instance stands there. */
  Stop stop(LabInstance instance, Point point) {
    Stop stop = new Stop(instance, point);
    stops.add(stop);
    return stop;
  }

  CompletableFuture<PurchaseAnswer> buy(LabInstance at, String user) {
    return buy(at, user, "first", 1);
  }

  CompletableFuture<PurchaseAnswer> buy(LabInstance at, String user, String key, int quantity) {
    return at.buy(new Purchase(sale, user, key, quantity))
        .toCompletableFuture()
        .orTimeout(20, TimeUnit.SECONDS);
  }

  /** How many the buyer is told are left; fails if it did not get one. */
  static int told(CompletableFuture<PurchaseAnswer> answer) {
    if (answer.join() instanceof PurchaseAnswer.Accepted accepted) {
      return accepted.left();
    }
    throw new AssertionError("not accepted: " + answer.join());
  }

  int left() {
    return new Stocktaking(LabDatabase.pool(), memory).stock(sale);
  }

  int orders() {
    return new Stocktaking(LabDatabase.pool(), memory).orders(sale);
  }

  Standing standing() {
    return memory.standing(sale.id()).orElseThrow();
  }

  // ---- the lock's key

  String lock() {
    return "fs:{" + sale.id() + "}:lock";
  }

  boolean isLocked() {
    return LabRedis.server().keys().contains(lock());
  }

  /** Milliseconds until the lock ends by itself; -1 if never. */
  long lockEndsIn() {
    return (Long) Objects.requireNonNull(LabRedis.server().command("PTTL", lock()));
  }

  void awaitExpiry() {
    within(Duration.ofSeconds(10)).eventually("the lock expires", () -> !isLocked());
  }

  @Override
  public void close() {
    stops.clear();
    List.of(alice, bob).parallelStream().forEach(LabInstance::close);
    servers.forget(sale.id());
    servers.close();
  }

  /** Somebody who is stopped at a point. */
  static final class Stop {

    private final LabInstance instance;
    private final Point point;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile boolean dies;

    private Stop(LabInstance instance, Point point) {
      this.instance = instance;
      this.point = point;
    }

    private void stand() {
      reached.countDown();
      Mischief.await(goOn, Duration.ofSeconds(20));
      if (dies) {
        instance.crash();
        throw new Points.Crashed(point);
      }
    }

    Stop awaitReached() throws InterruptedException {
      if (!reached.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody came to " + point);
      }
      return this;
    }

    void goOn() {
      goOn.countDown();
    }

    /** The instance dies where it stands. */
    void crash() {
      dies = true;
      goOn.countDown();
    }
  }
}
