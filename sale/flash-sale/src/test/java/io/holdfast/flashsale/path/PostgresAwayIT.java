package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.verdict;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the writer does while PostgreSQL is away. */
class PostgresAwayIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());
  private final Database.Link link = new Database.Link();

  @AfterEach
  void end() {
    alice.close();
  }

  @Test
  void postgresAway_theBatchInHandIsTriedAgain_andNoOtherIsRead() {
    AtomicInteger read = new AtomicInteger();
    Points count = (point, saleId) -> {
      if (point == Point.BATCH_READ) {
        read.incrementAndGet();
      }
    };
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), link, count)) {
      Sale sale = alice.sale(100, 1);
      link.cut();
      alice.buyers(sale, 1);
      bob.writer(sale);
      awaitRefused(1);
      alice.buyers(sale, 30); // they wait behind it, and in Redis
      awaitRefused(5);
      assertThat(read).hasValue(1);
      link.heal();
      assertThat(verdict(alice, sale, 30).word()).isEqualTo("EXACT");
    }
  }

  private void awaitRefused(int times) {
    within(Duration.ofSeconds(15)).eventually("it tries again", () -> link.refused() >= times);
  }
}
