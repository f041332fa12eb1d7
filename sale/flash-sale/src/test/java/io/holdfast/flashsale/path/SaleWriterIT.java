package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.orders;
import static io.holdfast.flashsale.path.SaleStory.sold;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static io.holdfast.flashsale.path.SaleStory.verdict;
import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.writer.Drain;
import io.holdfast.flashsale.writer.SaleWriter;
import io.holdfast.flashsale.writer.Writers;
import io.holdfast.spring.fence.StaleTokenException;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.testkit.RedisServer;
import io.lettuce.core.StreamMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SaleWriterIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());

  @AfterEach
  void end() {
    alice.close();
  }

  @Test
  void accepted_isWritten_oncePerOrder() {
    Sale sale = alice.sale(1200, 1);
    alice.writer(sale);
    alice.buyers(sale, 1200);
    assertThat(verdict(alice, sale, 1200).word()).isEqualTo("EXACT");
    assertThat(sold(sale)).isEqualTo(1200);
    assertThat(alice.buy(sale, "user-7"))
        .as("a replay says that it is in the database")
        .isEqualTo(new Accepted(OrderId.of(sale.id(), "user-7", "first"), true, true, 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"BATCH_READ", "BEFORE_COMMIT", "COMMITTED"})
  void writer_failsAsNobodyExpected_andGoesOn(Point point) {
    AtomicInteger times = new AtomicInteger();
    Points failing = (passed, saleId) -> {
      if (passed == point && times.incrementAndGet() == 1) {
        throw new IllegalStateException("as nobody expected");
      }
    };
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), Database.pool(), failing)) {
      Sale sale = bob.sale(100, 1);
      bob.buyers(sale, 60);
      bob.writer(sale);
      assertThat(verdict(bob, sale, 60).word()).isEqualTo("EXACT");
      assertThat(times).hasValueGreaterThan(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BATCH_READ", "BEFORE_COMMIT", "COMMITTED"})
  void writer_deadAtAnyPoint_anotherTakesOver_andEachOrderIsThereOnce(Point point) {
    Trap trap = Trap.deadly(point);
    try (PathInstance mallory = new PathInstance("mallory", Redis.uri(), Database.pool(), trap)) {
      Sale sale = alice.sale(100, 1);
      alice.buyers(sale, 60);
      mallory.writer(sale);
      trap.awaitReached();
      alice.writer(sale);
      alice.buy(sale, "user-60");
      assertThat(verdict(alice, sale, 61).word()).isEqualTo("EXACT");
      assertThat(orders(sale)).isEqualTo(61);
      assertThat(sold(sale)).isEqualTo(61);
    }
  }

  @Test
  void writer_pausedBeyondItsLease_writesNothingAfterwards() {
    Trap trap = Trap.holding(Point.BATCH_READ);
    try (FaultProxy network = FaultProxy.to(Redis.server());
        PathInstance mallory = new PathInstance("mallory", network.uri(), Database.pool(), trap)) {
      Sale sale = alice.sale(100, 1);
      alice.buyers(sale, 10);
      mallory.writer(sale);
      trap.awaitReached();
      network.stall(); // the whole process stands still, its renewals included
      alice.writer(sale);
      awaitWritten(alice, sale, 10);
      // What mallory has in hand is changed behind its back, to see whether any of it gets through.
      Database.jdbc()
          .sql("delete from orders where sale_id = ?")
          .param(sale.id())
          .update();
      trap.release();
      eventually("mallory gives up and queues again", () -> !isIn("OrderBatch", mallory));
      assertThat(orders(sale)).isZero();
    }
  }

  /** The pause that no check of the lease can see: between that check and the transaction. */
  @Test
  void writer_withAnOlderToken_isRefusedByTheFence() throws Exception {
    Sale sale = alice.sale(100, 1);
    DistributedLock lock = alice.surroundings.holdfast().lock(SaleWriter.lockName(sale.id()));
    Drain drain = new Drain(alice.surroundings, sale.id());
    drain.begin();
    long older;
    try (Lease lease = lock.acquire()) {
      older = lease.token();
    }
    try (Lease lease = lock.acquire()) {
      alice.buyers(sale, 5);
      drain.write(drain.next(), lease.token());
      alice.buyers(sale, 10);
      List<StreamMessage<String, String>> rest = drain.next();
      assertThatThrownBy(() -> drain.write(rest, older)).isInstanceOf(StaleTokenException.class);
      assertThat(orders(sale)).isEqualTo(5);
      assertThat(standing(alice, sale).pending()).isEqualTo(5);
      drain.write(drain.abandoned(), lease.token());
    }
    assertThat(verdict(alice, sale, 10).word()).isEqualTo("EXACT");
  }

  private static boolean isIn(String type, PathInstance instance) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(
            thread -> thread.getKey().getName().endsWith("-" + instance.surroundings.instance()))
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .anyMatch(
            frame -> frame.getClassName().endsWith(type) || frame.getClassName().endsWith("Trap"));
  }

  @Test
  void twoWriters_bothQueue_oneWritesAtATime() {
    AtomicInteger writing = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Points count = (point, saleId) -> {
      if (point == Point.BATCH_READ) {
        most.accumulateAndGet(writing.incrementAndGet(), Math::max);
      } else if (point == Point.COMMITTED) {
        writing.decrementAndGet();
      }
    };
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), Database.pool(), count);
        PathInstance carol = new PathInstance("carol", Redis.uri(), Database.pool(), count)) {
      Sale sale = alice.sale(500, 1);
      bob.writer(sale);
      carol.writer(sale);
      alice.buyers(sale, 500);
      assertThat(verdict(alice, sale, 500).word()).isEqualTo("EXACT");
      assertThat(most).hasValue(1);
    }
  }

  @Test
  void writerClosed_anotherGoesOn_atOnce() {
    Sale sale = alice.sale(100, 1);
    try (PathInstance bob = new PathInstance("bob", Redis.uri())) {
      SaleWriter first = alice.writer(sale);
      alice.buyers(sale, 10);
      awaitWritten(alice, sale, 10);
      bob.writer(sale);
      first.close();
      alice.buyers(sale, 20);
      awaitWritten(alice, sale, 20);
    }
  }

  // ---- delivery

  @Test
  void entriesDeliveredTwice_areOneOrderEach() {
    Sale sale = alice.sale(100, 1);
    alice.buyers(sale, 20);
    copyStream(sale, false);
    alice.writer(sale);
    assertThat(verdict(alice, sale, 20).word()).isEqualTo("EXACT");
    assertThat(sold(sale)).isEqualTo(20);
  }

  @Test
  void entriesDeliveredAgain_afterTheyWereWritten_changeNothing() {
    Sale sale = alice.sale(100, 1);
    alice.buyers(sale, 20);
    Trap trap = Trap.holding(Point.BATCH_READ);
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), Database.pool(), trap)) {
      bob.writer(sale);
      trap.awaitReached();
      copyStream(sale, false); // lands behind what bob has read
      trap.release();
      awaitWritten(alice, sale, 20);
      assertThat(sold(sale)).isEqualTo(20);
      assertThat(verdict(alice, sale, 20).word()).isEqualTo("EXACT");
    }
  }

  @Test
  void entriesInReverseOrder_areWrittenAllTheSame() {
    Sale sale = alice.sale(100, 1);
    alice.buyers(sale, 20);
    copyStream(sale, true);
    alice.writer(sale);
    assertThat(verdict(alice, sale, 20).word()).isEqualTo("EXACT");
  }

  private static void copyStream(Sale sale, boolean reversedInsteadOfThem) {
    Redis.server()
        .command(
            "EVAL",
            """
            local entries = redis.call('XREVRANGE', KEYS[1], '+', '-')
            for _, entry in ipairs(entries) do
              if ARGV[1] == 'true' then redis.call('XDEL', KEYS[1], entry[1]) end
              redis.call('XADD', KEYS[1], '*', unpack(entry[2]))
            end
            return 0""",
            "1",
            new KeySpace(sale.id()).stream(),
            Boolean.toString(reversedInsteadOfThem));
  }

  @Test
  void readWhoseReplyWasLost_itsEntriesAreRedelivered() {
    try (FaultProxy network = FaultProxy.to(Redis.server());
        PathInstance bob = new PathInstance("bob", network.uri())) {
      Sale sale = alice.sale(100, 1);
      bob.writer(sale);
      alice.buyers(sale, 1);
      awaitWritten(alice, sale, 1);
      network.holdNext("XREADGROUP");
      network.awaitHeld(Duration.ofSeconds(10));
      alice.buyers(sale, 30); // so that there is something to read when it gets there
      network.dropNextReplyTo(text -> text.startsWith("XREADGROUP"), AfterDrop.HANG_UP);
      network.releaseHeld();
      network.awaitDropped(Duration.ofSeconds(10));
      assertThat(verdict(alice, sale, 30).word()).isEqualTo("EXACT");
    }
  }

  // ---- servers away

  @Test
  void postgresAway_atCommit_nothingIsLost_andItGoesOnByItself() {
    Database.Link link = new Database.Link();
    Trap trap = Trap.holding(Point.BEFORE_COMMIT);
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), link, trap)) {
      Sale sale = alice.sale(100, 1);
      alice.buyers(sale, 30);
      bob.writer(sale);
      trap.awaitReached();
      link.cut();
      trap.release();
      alice.buyers(sale, 60);
      assertThat(orders(sale)).isZero();
      assertThat(standing(alice, sale).pending()).isEqualTo(60);
      link.heal();
      assertThat(verdict(alice, sale, 60).word()).isEqualTo("EXACT");
    }
  }

  @Test
  void redisKilledAndRestartedWithItsLog_goesOn_nothingIsLost() {
    try (RedisServer server = RedisServer.builder().persistent().start();
        PathInstance bob = new PathInstance("bob", server.uri())) {
      Sale sale = bob.sale(100, 1);
      Trap trap = Trap.holding(Point.BATCH_READ);
      try (PathInstance carol = new PathInstance("carol", server.uri(), Database.pool(), trap)) {
        bob.buyers(sale, 30);
        carol.writer(sale);
        trap.awaitReached();
        server.kill();
        server.restart();
        trap.release();
        within(Duration.ofSeconds(15))
            .eventually("connected again", () -> bob.buy(sale, "user-30") instanceof Accepted);
        bob.writer(sale);
        assertThat(verdict(bob, sale, 31).word()).isEqualTo("EXACT");
        assertThat(sold(sale)).isEqualTo(31);
      }
    }
  }

  /** No memory for a lock: what was accepted is written all the same, and that makes room. */
  @Test
  void redisFull_noLockCanBeTaken_acceptedOrdersAreStillWritten() {
    try (RedisServer server = RedisServer.start();
        PathInstance bob = new PathInstance("bob", server.uri());
        PathInstance carol = new PathInstance("carol", server.uri())) {
      Sale sale = bob.sale(100, 1);
      bob.buyers(sale, 30);
      server.command("CONFIG", "SET", "maxmemory", "1");
      assertThat(bob.buy(sale, "zoe")).as("no memory for her order").isInstanceOf(Unknown.class);
      bob.writer(sale);
      carol.writer(sale);
      awaitWritten(bob, sale, 30);
      server.command("CONFIG", "SET", "maxmemory", "0");
      bob.buy(sale, "user-30");
      assertThat(verdict(bob, sale, 31).word()).isEqualTo("EXACT");
    }
  }

  /** As when the clock of Redis, from which tokens come, was set back. */
  @Test
  void fenceAheadOfEveryToken_theWriterRestsBetweenAttempts() {
    AtomicInteger attempts = new AtomicInteger();
    Points count = (point, saleId) -> {
      if (point == Point.BATCH_READ) {
        attempts.incrementAndGet();
      }
    };
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), Database.pool(), count)) {
      Sale sale = bob.sale(100, 1);
      Database.jdbc()
          .sql("insert into holdfast_fence (resource, token) values (?, ?)")
          .params("flash-sale:" + sale.id(), Long.MAX_VALUE)
          .update();
      bob.buyers(sale, 10);
      long began = System.nanoTime();
      bob.writer(sale);
      within(Duration.ofSeconds(15)).eventually("three attempts", () -> attempts.get() >= 3);
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isGreaterThan(Duration.ofMillis(1900));
      Database.jdbc()
          .sql("update holdfast_fence set token = 1 where resource = ?")
          .param("flash-sale:" + sale.id())
          .update();
      awaitWritten(bob, sale, 10);
    }
  }

  // ---- all sales of an instance

  @Test
  void writers_findOpenSales_andLeaveThemWhenPausedAndEmpty() {
    Sale sale = alice.sale(100, 1);
    try (Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      alice.buyers(sale, 10);
      awaitWritten(alice, sale, 10);
      alice.keeper.pause(sale.id(), "lunch");
      eventually(
          "the lock is free",
          () -> !alice
              .surroundings
              .holdfast()
              .lock(SaleWriter.lockName(sale.id()))
              .isLocked());
    }
  }

  @Test
  void writers_saleClosedWithEntriesLeft_stillWriteThem() {
    Sale sale = alice.sale(100, 1);
    alice.buyers(sale, 10);
    alice.keeper.close(sale.id());
    try (Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      awaitWritten(alice, sale, 10);
    }
  }
}
