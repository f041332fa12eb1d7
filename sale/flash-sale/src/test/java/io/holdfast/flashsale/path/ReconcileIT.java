package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.orders;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.reconcile.Books;
import io.holdfast.flashsale.reconcile.Reconciliation;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.sale.WrongStateException;
import io.holdfast.flashsale.writer.Writers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconcileIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());
  private final Reconciliation reconciliation =
      new Reconciliation(alice.surroundings, alice.memory, Duration.ofHours(1));
  private final GiveBack giveBack =
      new GiveBack(Database.pool(), alice.memory, Duration.ofHours(1));

  @AfterEach
  void end() {
    Database.jdbc()
        .sql(
            "update sales set status = 'CLOSED', ends_at = now() - interval '9 days', opens_at = now() - interval '10 days' where rung = 11")
        .update();
    Database.jdbc()
        .sql("update sales set settled = status || ' ' || extract(epoch from ends_at)")
        .update();
    alice.close();
  }

  private static KeySpace keys(Sale sale) {
    return new KeySpace(sale.id());
  }

  private SaleStatus status(Sale sale) {
    return alice.store.get(sale.id()).status();
  }

  private static List<Integer> findings(Sale sale) {
    return Database.jdbc()
        .sql("select difference from findings where sale_id = ? order by id")
        .param(sale.id())
        .query(Integer.class)
        .list();
  }

  // ---- looking

  @Test
  void books_whileSellingAndWriting_showNoDifference() {
    Sale sale = alice.sale(3000, 1);
    alice.writer(sale);
    Thread buyers = new Thread(() -> alice.buyers(sale, 2000));
    buyers.start();
    while (buyers.isAlive()) {
      assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
    }
    awaitWritten(alice, sale, 2000);
    assertThat(alice.reconciler.look(sale.id()))
        .isEqualTo(new Books(3000, 1000, 0, 2000, 0, false, "nothing is missing"));
  }

  @Test
  void books_committedAndNotAcknowledged_showNoDifference() {
    Trap trap = Trap.holding(Point.COMMITTED);
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), Database.pool(), trap)) {
      Sale sale = alice.sale(100, 1);
      alice.buyers(sale, 10);
      bob.writer(sale);
      trap.awaitReached();
      assertThat(orders(sale)).isEqualTo(10);
      assertThat(standing(alice, sale).reserved()).isEqualTo(10);
      assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
      trap.release();
      awaitWritten(alice, sale, 10);
    }
  }

  @Test
  void books_cancelledAndNotGivenBack_showNoDifference() {
    Sale sale = alice.sale(100, 1);
    alice.buy(sale, "ann");
    alice.writer(sale);
    awaitWritten(alice, sale, 1);
    alice.orders.cancel(OrderId.of(sale.id(), "ann", "first"), "ann");
    assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
    giveBack.sweep();
    assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
  }

  @Test
  void missingUnits_areReported_onlyWhenTheyStayMissing_once() {
    Sale sale = alice.sale(100, 1);
    Redis.server().command("HINCRBY", keys(sale).sale(), "available", "-3");
    reconciliation.round();
    reconciliation.round();
    assertThat(findings(sale)).isEmpty();
    reconciliation.round();
    reconciliation.round();
    assertThat(findings(sale)).containsExactly(-3);
    assertThat(status(sale)).as("nothing can be oversold").isEqualTo(SaleStatus.OPEN);
  }

  @Test
  void tooManyUnits_thatStay_pauseTheSale() {
    Sale sale = alice.sale(100, 1);
    Redis.server().command("HINCRBY", keys(sale).sale(), "available", "3");
    for (int i = 0; i < 3; i++) {
      reconciliation.round();
    }
    assertThat(findings(sale)).containsExactly(3);
    assertThat(status(sale)).isEqualTo(SaleStatus.PAUSED);
    assertThat(alice.buy(sale, "ann")).isEqualTo(new Refused(Reason.PAUSED));
    assertThat(alice.reconciler.repair(sale.id()).difference()).isZero();
    assertThat(standing(alice, sale).available()).isEqualTo(100);
  }

  @Test
  void soldCountedWrongly_isReported() {
    Sale sale = alice.sale(100, 1);
    Database.jdbc()
        .sql("update sales set sold = 2 where id = ?")
        .param(sale.id())
        .update();
    reconciliation.round();
    assertThat(alice.reconciler.look(sale.id()).detail()).contains("2 sold", "orders for 0");
    assertThat(findings(sale)).hasSize(1);
  }

  // ---- stock and the database

  @Test
  void stock_duringTheSale_isNotOverwrittenFromTheDatabase() {
    Sale sale = alice.sale(100, 1);
    alice.buyers(sale, 10); // accepted, not written: the database still says 0 sold
    reconciliation.round();
    alice.memory.introduce(alice.store.get(sale.id()));
    assertThat(standing(alice, sale).available()).isEqualTo(90);
    assertThat(standing(alice, sale).reserved()).isEqualTo(10);
  }

  @Test
  void restock_whileItRuns_addsOnce_howeverOftenItIsTold() {
    Sale sale = alice.sale(1, 1);
    alice.buy(sale, "ann");
    assertThat(alice.buy(sale, "ben")).isEqualTo(new Refused(Reason.SOLD_OUT));
    alice.keeper.restock(sale.id(), 5);
    reconciliation.round();
    reconciliation.round();
    assertThat(standing(alice, sale).available()).isEqualTo(5);
    assertThat(alice.buy(sale, "ben")).isInstanceOf(Accepted.class);
    assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
  }

  @Test
  void restock_crashBeforeRedisWasTold_isToldByTheReconciliation() {
    Sale sale = alice.sale(1, 1);
    Database.jdbc()
        .sql("update sales set total = total + 5 where id = ?")
        .param(sale.id())
        .update();
    reconciliation.round();
    assertThat(standing(alice, sale).available()).isEqualTo(6);
  }

  @Test
  void pause_crashBeforeRedisWasTold_isToldByTheReconciliation() {
    Sale sale = alice.sale(1, 1);
    Database.jdbc()
        .sql("update sales set status = 'PAUSED' where id = ?")
        .param(sale.id())
        .update();
    reconciliation.round();
    assertThat(alice.buy(sale, "ann")).isEqualTo(new Refused(Reason.PAUSED));
  }

  // ---- repairing

  @Test
  void repair_whileOpen_isRefused() {
    Sale sale = alice.sale(10, 1);
    assertThatThrownBy(() -> alice.reconciler.repair(sale.id()))
        .isInstanceOf(WrongStateException.class)
        .hasMessageContaining("pause it");
    assertThat(alice.store.get(sale.id()).epoch()).isEqualTo(1);
  }

  @Test
  void repair_writesWhatTheStreamHolds_andKeepsAnswersLimitsAndGivenBackUnits() {
    Sale sale = alice.sale(10, 1);
    alice.buy(sale, "ann");
    alice.buy(sale, "ben");
    try (Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      awaitWritten(alice, sale, 2);
    }
    alice.orders.cancel(OrderId.of(sale.id(), "ben", "first"), "ben"); // not given back yet
    alice.buy(sale, "cem"); // accepted, not written yet
    alice.keeper.pause(sale.id(), "repair");
    Redis.server()
        .command(
            "DEL",
            keys(sale).sale(),
            keys(sale).answers(),
            keys(sale).users(),
            keys(sale).reserved());

    Books books = alice.reconciler.repair(sale.id());

    assertThat(books.repaired()).isTrue();
    assertThat(books.difference()).isZero();
    assertThat(standing(alice, sale).epoch()).isEqualTo(2);
    assertThat(orders(sale)).isEqualTo(3);
    assertThat(standing(alice, sale).available()).isEqualTo(8);
    giveBack.sweep();
    assertThat(standing(alice, sale).available())
        .as("ben's unit was counted already")
        .isEqualTo(8);
    Sale opened = alice.keeper.open(sale.id());
    assertThat(alice.buy(opened, "ann")).as("the same wish").isInstanceOf(Accepted.class);
    assertThat(standing(alice, sale).available()).isEqualTo(8);
    assertThat(alice.buy(opened, "ann", "more", 1)).isEqualTo(new Refused(Reason.LIMIT_REACHED));
    assertThat(alice.buy(opened, "ben", "again", 1)).isInstanceOf(Accepted.class);
    assertThat(alice.buy(sale, "zoe"))
        .as("who knows the old epoch only")
        .isInstanceOf(Accepted.class);
  }

  @Test
  void repair_orderCancelledAfterIt_isGivenBackUnderTheNewEpoch() {
    Sale sale = alice.sale(10, 1);
    alice.buy(sale, "ann");
    try (Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      awaitWritten(alice, sale, 1);
    }
    alice.keeper.pause(sale.id(), "repair");
    alice.reconciler.repair(sale.id());
    alice.orders.cancel(OrderId.of(sale.id(), "ann", "first"), "ann");
    giveBack.sweep();
    giveBack.sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(10);
  }

  @Test
  void open_withoutRedisKnowingTheSale_isRefused() {
    Sale sale = alice.sale(10, 1);
    alice.keeper.pause(sale.id(), "look");
    Redis.server().command("DEL", keys(sale).sale());
    assertThatThrownBy(() -> alice.keeper.open(sale.id()))
        .isInstanceOf(WrongStateException.class)
        .hasMessageContaining("repair");
  }

  // ---- sales that are over

  @Test
  void over_writtenAndClosed_isLeftAlone_alsoWithoutItsKeys() {
    Sale sale = alice.sale(10, 1);
    alice.buy(sale, "ann");
    alice.keeper.close(sale.id());
    reconciliation.round();
    assertThat(active(sale)).as("something waits to be written").isTrue();
    try (Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      awaitWritten(alice, sale, 1);
    }
    reconciliation.round();
    assertThat(active(sale)).isFalse();
    alice.orders.cancel(OrderId.of(sale.id(), "ann", "first"), "ann");
    Redis.server().command("DEL", keys(sale).sale()); // forgotten, days later
    giveBack.sweep();
    assertThat(Database.jdbc()
            .sql("select given_back from orders where sale_id = ?")
            .param(sale.id())
            .query(Boolean.class)
            .single())
        .isTrue();
    assertThat(alice.buy(alice.store.get(sale.id()), "ben")).isEqualTo(new Refused(Reason.ENDED));
  }

  @Test
  void over_closedLongAgoWithAnEntryLeft_isNeverForgotten() {
    Sale sale = alice.sale(10, 1);
    alice.buy(sale, "ann");
    alice.keeper.close(sale.id());
    Database.jdbc()
        .sql(
            "update sales set opens_at = now() - interval '10 days', ends_at = now() - interval '9 days' where id = ?")
        .param(sale.id())
        .update();
    reconciliation.round();
    try (Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      awaitWritten(alice, sale, 1);
    }
  }

  @Test
  void over_endedAndNotClosed_isLeftAlone_untilItsEndIsMoved() {
    Sale sale = alice.sale(10, 1);
    Database.jdbc()
        .sql(
            "update sales set ends_at = now() - interval '5 minutes', opens_at = now() - interval '1 hour' where id = ?")
        .param(sale.id())
        .update();
    reconciliation.round();
    assertThat(active(sale)).isFalse();
    Redis.server().resetStats();
    reconciliation.round();
    assertThat(Redis.server().commandCalls("xlen")).as("nobody asks for it").isZero();
    Database.jdbc()
        .sql("update sales set ends_at = now() + interval '1 hour' where id = ?")
        .param(sale.id())
        .update();
    assertThat(active(sale)).isTrue();
  }

  private boolean active(Sale sale) {
    return alice.store.active(false).stream().anyMatch(one -> one.id() == sale.id());
  }

  @Test
  void difference_stays_forAsLongAsItStands() {
    Sale sale = alice.sale(100, 1);
    Redis.server().command("HINCRBY", keys(sale).sale(), "available", "-3");
    for (int i = 0; i < 20; i++) {
      reconciliation.round();
    }
    assertThat(difference(sale)).isEqualTo(-3);
    Redis.server().command("HINCRBY", keys(sale).sale(), "available", "3");
    reconciliation.round();
    assertThat(difference(sale)).isZero();
  }

  private static int difference(Sale sale) {
    return Database.jdbc()
        .sql("select difference from sales where id = ?")
        .param(sale.id())
        .query(Integer.class)
        .single();
  }
}
