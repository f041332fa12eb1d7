package io.holdfast.flashsale.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.lab.LabDatabase;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A lock that is let go before the commit, as by a transaction around a method that locks. Ann has sold and her lock
 * is free; ben reads before she commits.
 */
class EarlyReleaseIT {

  private static final Executor OWN_THREAD = work -> new Thread(work, "early-release").start();

  private final RedisClient client = RedisClient.create(Servers.redis().uri());
  private final Holdfast holdfast = Holdfast.connect(Servers.redis().uri());
  private final SaleStore store = new SaleStore(LabDatabase.pool());
  private Sale sale;

  @SuppressWarnings("NullAway.Init")
  EarlyReleaseIT() {}

  @BeforeEach
  void open() {
    Instant now = Instant.now();
    sale = store.create(
        new NewSale("lamp", 8, 100, 1, 10, now.minusSeconds(60), now.plusSeconds(3600), true),
        "a test");
    LabDatabase.jdbc()
        .sql("update sales set status = 'OPEN' where id = ?")
        .param(sale.id())
        .update();
  }

  @AfterEach
  void end() {
    LabDatabase.jdbc()
        .sql("update sales set status = 'CLOSED' where id = ?")
        .param(sale.id())
        .update();
    holdfast.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }

  private Surroundings surroundings(Points points) {
    return new Surroundings(
        "early",
        client.connect().async(),
        holdfast,
        LabDatabase.pool(),
        points,
        Duration.ofSeconds(30),
        Duration.ofSeconds(10),
        Duration.ofMinutes(10));
  }

  private CompletableFuture<PurchaseAnswer> buy(Rung rung, String user) {
    return CompletableFuture.supplyAsync(
            () -> rung.buy(new Purchase(sale, user, "first", 1))
                .toCompletableFuture()
                .join(),
            OWN_THREAD)
        .orTimeout(20, TimeUnit.SECONDS);
  }

  private int left() {
    return LabDatabase.jdbc()
        .sql("select available from shelves where sale_id = ?")
        .param(sale.id())
        .query(Integer.class)
        .single();
  }

  @Test
  void lock_releasedBeforeTheCommit_sellsTheSameUnit() throws Exception {
    Gate released = new Gate();
    Gate read = new Gate();
    Rung anns = new EarlyReleaseRung(surroundings(Points.NONE), released::pass);
    Rung bens = new EarlyReleaseRung(
        surroundings((point, saleId) -> {
          if (point == Point.READ) {
            read.pass();
          }
        }),
        () -> {});
    anns.prepare(sale);
    CompletableFuture<PurchaseAnswer> ann = buy(anns, "ann");
    released.awaitReached();
    CompletableFuture<PurchaseAnswer> ben = buy(bens, "ben");
    read.awaitReached(); // he has the lock, and does not see what she has not committed
    released.open();
    assertThat(told(ann)).isEqualTo(9);
    read.open();
    assertThat(told(ben)).as("the same unit").isEqualTo(9);
    assertThat(left()).as("two sold").isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9})
  void lock_heldUntilAfterTheCommit_sellsAnother(int number) throws Exception {
    Gate written = new Gate();
    Rung anns = Rungs.create(number, surroundings((point, saleId) -> {
      if (point == Point.WRITTEN) {
        written.pass();
      }
    }));
    CountDownLatch benIsIn = new CountDownLatch(1);
    Rung bens = Rungs.create(number, surroundings((point, saleId) -> benIsIn.countDown()));
    anns.prepare(sale);
    CompletableFuture<PurchaseAnswer> ann = buy(anns, "ann");
    written.awaitReached(); // committed, and the lock is still hers
    CompletableFuture<PurchaseAnswer> ben = buy(bens, "ben");
    assertThat(left()).isEqualTo(9);
    assertThat(benIsIn.getCount()).as("ben waits").isEqualTo(1);
    written.open();
    assertThat(told(ann)).isEqualTo(9);
    assertThat(told(ben)).isEqualTo(8);
    assertThat(left()).isEqualTo(8);
  }

  private static int told(CompletableFuture<PurchaseAnswer> answer) {
    if (answer.join() instanceof PurchaseAnswer.Accepted accepted) {
      return accepted.left();
    }
    throw new AssertionError("not accepted: " + answer.join());
  }

  /** Where somebody waits until the story goes on. */
  private static final class Gate {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    void pass() {
      reached.countDown();
      await(opened);
    }

    void awaitReached() {
      await(reached);
    }

    void open() {
      opened.countDown();
    }

    private static void await(CountDownLatch latch) {
      try {
        if (!latch.await(15, TimeUnit.SECONDS)) {
          throw new IllegalStateException("nobody came within 15 s");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Rung 8 within a transaction of its caller's. */
  private static final class EarlyReleaseRung extends ShelfRung {

    private final Runnable afterRelease;

    EarlyReleaseRung(Surroundings surroundings, Runnable afterRelease) {
      super(8, surroundings);
      this.afterRelease = afterRelease;
    }

    @Override
    PurchaseAnswer sell(Purchase purchase) {
      return shelf.inTransaction(() -> sellLocked(purchase));
    }

    private PurchaseAnswer sellLocked(Purchase purchase) {
      PurchaseAnswer answer;
      try (Lease lease =
          surroundings.holdfast().lock(KeyLockRung.lockOf(purchase)).acquire()) {
        answer = readAndWrite(purchase, lease::ensureHeld);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      afterRelease.run();
      return answer;
    }
  }
}
