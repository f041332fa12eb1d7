package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.harm;
import static io.holdfast.flashsale.path.SaleStory.sold;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static io.holdfast.flashsale.path.SaleStory.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holes that others fell into around the stock: given back too early, overwritten, or never looked at again. */
class CarelessStockIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());

  @AfterEach
  void end() {
    alice.close();
  }

  // ---- a confirm that timed out

  /** Ann (user-1) buys the last unit of two; it happens, and she is not told. */
  private Sale annIsNotTold() {
    Sale sale = alice.sale(2, 1);
    alice.buy(sale, "user-0");
    try (FaultProxy network = FaultProxy.to(Redis.server());
        PathInstance bob = new PathInstance("bob", network.uri())) {
      String order = OrderId.of(sale.id(), "user-1", "first").toString();
      network.dropReplyTo(
          text -> text.startsWith("EVAL") && text.contains(order), AfterDrop.HANG_UP);
      assertThat(bob.buy(sale, "user-1")).isInstanceOf(Unknown.class);
      network.awaitDropped(Duration.ofSeconds(10));
    }
    return sale;
  }

  @Test
  void lostReply_takenForAFailureAndCompensated_promisesAUnitTwice() {
    Sale sale = annIsNotTold();
    Redis.server().command("HINCRBY", new KeySpace(sale.id()).sale(), "available", "1");
    assertThat(alice.buy(sale, "user-2")).as("ann's unit").isInstanceOf(Accepted.class);
    alice.writer(sale);
    assertThat(harm(alice, sale, 3).word()).isEqualTo("LOST 1");
  }

  @Test
  void lostReply_productionPath_givesNothingBack_andTheSameKeyTells() {
    Sale sale = annIsNotTold();
    assertThat(alice.buy(sale, "user-2")).isEqualTo(new Refused(Reason.SOLD_OUT));
    assertThat(alice.buy(sale, "user-1"))
        .isInstanceOfSatisfying(
            Accepted.class, answer -> assertThat(answer.replayed()).isTrue());
    alice.writer(sale);
    assertThat(verdict(alice, sale, 2).word()).isEqualTo("EXACT");
  }

  // ---- stock from the database

  @Test
  void stock_overwrittenFromTheDatabase_forgetsWhatIsNotWrittenYet() {
    Sale sale = alice.sale(5, 1);
    alice.buyers(sale, 5);
    assertThat(alice.buy(sale, "user-5")).isEqualTo(new Refused(Reason.SOLD_OUT));
    String fromTheDatabase = Integer.toString(sale.total() - sold(sale));
    Redis.server().command("HSET", new KeySpace(sale.id()).sale(), "available", fromTheDatabase);
    alice.buyers(sale, 10); // the first five are told again, the others are promised what is gone
    alice.writer(sale);
    assertThat(harm(alice, sale, 10).word()).isEqualTo("LOST 5");
  }

  // ---- a flag in memory

  @Test
  void soldOutFlag_neverReset_refusesAUnitThatCameBack() {
    Sale sale = alice.sale(1, 1);
    Flag flag = new Flag(sale);
    assertThat(flag.buy("ann")).isInstanceOf(Accepted.class);
    assertThat(flag.buy("ben")).isEqualTo(new Refused(Reason.SOLD_OUT));
    alice.writer(sale);
    awaitWritten(alice, sale, 1);
    alice.orders.cancel(OrderId.of(sale.id(), "ann", "first"), "ann");
    new GiveBack(Database.pool(), alice.memory, Duration.ofHours(1)).sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(1);
    assertThat(flag.buy("cem")).as("though it is there").isEqualTo(new Refused(Reason.SOLD_OUT));
    assertThat(alice.buy(sale, "cem")).isInstanceOf(Accepted.class);
  }

  /** Remembers that all is sold, and nothing else. */
  private final class Flag {

    private final Sale sale;
    private boolean isSoldOut;

    Flag(Sale sale) {
      this.sale = sale;
    }

    PurchaseAnswer buy(String user) {
      PurchaseAnswer answer = isSoldOut ? new Refused(Reason.SOLD_OUT) : alice.buy(sale, user);
      isSoldOut = answer.equals(new Refused(Reason.SOLD_OUT));
      return answer;
    }
  }
}
