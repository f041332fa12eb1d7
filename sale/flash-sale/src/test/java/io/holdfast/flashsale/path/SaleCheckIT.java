package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.check.SaleCheck;
import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every check of a run, seen to fail. */
class SaleCheckIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());
  private final SaleCheck check = new SaleCheck(Database.pool(), alice.memory);

  @AfterEach
  void end() {
    alice.close();
  }

  private String word(Sale sale, Told told) {
    return check.of(sale, told, Duration.ofMillis(50)).word();
  }

  private static Told told(Sale sale, int turnedAway, String... users) {
    Set<OrderId> accepted = new HashSet<>();
    for (String user : users) {
      accepted.add(OrderId.of(sale.id(), user, "first"));
    }
    return new Told(accepted, Set.of(), turnedAway);
  }

  private Sale sold(int total, String... users) {
    Sale sale = alice.sale(total, 1);
    for (String user : users) {
      alice.buy(sale, user);
    }
    alice.writer(sale);
    awaitWritten(alice, sale, users.length);
    return sale;
  }

  private static void insert(Sale sale, String user, String key) {
    Database.jdbc()
        .sql("""
            insert into orders (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
            values (?, ?, ?, ?, 1, 1, 'AWAITING_PAYMENT', now(), now())""")
        .params(OrderId.of(sale.id(), user, key).value(), sale.id(), user, key)
        .update();
  }

  private static void sql(String statement, Sale sale) {
    Database.jdbc().sql(statement).param(sale.id()).update();
  }

  @Test
  void everythingRight_isExact() {
    Sale sale = sold(5, "ann", "ben");
    assertThat(word(sale, told(sale, 0, "ann", "ben"))).isEqualTo("EXACT");
  }

  @Test
  void moreOrdersThanStock_isOversold() {
    Sale sale = sold(2, "ann", "ben");
    insert(sale, "cem", "first");
    assertThat(word(sale, told(sale, 0, "ann", "ben", "cem"))).isEqualTo("OVERSOLD +1");
  }

  @Test
  void promisedAndNotThere_isLost() {
    Sale sale = sold(5, "ann", "ben");
    assertThat(word(sale, told(sale, 0, "ann", "ben", "cem"))).isEqualTo("LOST 1");
  }

  @Test
  void promisedAndExpiredSince_isNotLost() {
    Sale sale = sold(5, "ann");
    OrderId ann = OrderId.of(sale.id(), "ann", "first");
    alice.orders.cancel(ann, "ann");
    new io.holdfast.flashsale.order.GiveBack(Database.pool(), alice.memory, Duration.ofHours(1))
        .sweep();
    assertThat(word(sale, told(sale, 0, "ann"))).isEqualTo("EXACT");
  }

  @Test
  void thereAndNeverPromised_isUnasked_unlessItMayBe() {
    Sale sale = sold(5, "ann", "ben");
    assertThat(word(sale, told(sale, 0, "ann"))).isEqualTo("UNASKED 1");
    Told unsure = new Told(
        Set.of(OrderId.of(sale.id(), "ann", "first")),
        Set.of(OrderId.of(sale.id(), "ben", "first")));
    assertThat(word(sale, unsure)).isEqualTo("EXACT");
  }

  @Test
  void userWithTooMany_isOverTheLimit() {
    Sale sale = sold(5, "ann");
    insert(sale, "ann", "second");
    Told told = new Told(
        Set.of(OrderId.of(sale.id(), "ann", "first"), OrderId.of(sale.id(), "ann", "second")),
        Set.of());
    assertThat(word(sale, told)).isEqualTo("OVER LIMIT 1");
  }

  @Test
  void acceptedAndNobodyWrites_isPending() {
    Sale sale = alice.sale(5, 1);
    alice.buy(sale, "ann");
    assertThat(check
            .of(
                sale,
                new Told(Set.of(), Set.of(OrderId.of(sale.id(), "ann", "first"))),
                Duration.ofMillis(50))
            .word())
        .isEqualTo("PENDING 1");
  }

  @Test
  void reservedForNobody_isPending() {
    Sale sale = sold(5, "ann");
    Redis.server().command("HINCRBY", new KeySpace(sale.id()).sale(), "available", "-1");
    Redis.server().command("HINCRBY", new KeySpace(sale.id()).sale(), "reserved", "1");
    assertThat(word(sale, told(sale, 0, "ann"))).isEqualTo("PENDING 1");
  }

  @Test
  void unitNowhere_isLeaked_andOneTooManyToo() {
    Sale sale = sold(5, "ann");
    Redis.server().command("HINCRBY", new KeySpace(sale.id()).sale(), "available", "-1");
    assertThat(word(sale, told(sale, 0, "ann"))).isEqualTo("LEAKED 1");
    Redis.server().command("HINCRBY", new KeySpace(sale.id()).sale(), "available", "2");
    assertThat(word(sale, told(sale, 0, "ann"))).isEqualTo("LEAKED -1");
  }

  @Test
  void countedOtherwiseThanOrdered_isLeaked() {
    Sale sale = sold(5, "ann");
    sql("update sales set sold = 3 where id = ?", sale);
    assertThat(word(sale, told(sale, 0, "ann"))).isEqualTo("LEAKED 2");
  }

  @Test
  void buyersTurnedAwayWhileUnitsAreLeft_isStuck() {
    Sale sale = sold(5, "ann");
    assertThat(word(sale, told(sale, 9, "ann"))).isEqualTo("STUCK 4");
  }

  @Test
  void otherRungs_areCheckedWhereTheirStockIs() {
    Sale shelf = made(1);
    sql("insert into shelves values (?, 4)", shelf);
    insert(shelf, "ann", "first");
    assertThat(word(shelf, told(shelf, 0, "ann"))).isEqualTo("EXACT");
    sql("update shelves set available = 5 where sale_id = ?", shelf);
    assertThat(word(shelf, told(shelf, 0, "ann"))).isEqualTo("LEAKED -1");

    Sale counted = made(12);
    insert(counted, "ann", "first");
    assertThat(word(counted, told(counted, 0, "ann"))).isEqualTo("LEAKED -1");
    sql("update sales set sold = 1 where id = ?", counted);
    assertThat(word(counted, told(counted, 0, "ann"))).isEqualTo("EXACT");

    Sale remembered = made(10);
    alice.memory.introduce(remembered);
    assertThat(word(remembered, told(remembered, 0))).isEqualTo("EXACT");
    Redis.server().command("HINCRBY", new KeySpace(remembered.id()).sale(), "available", "-1");
    assertThat(word(remembered, told(remembered, 0))).isEqualTo("LEAKED 1");
  }

  private Sale made(int rung) {
    Instant now = Instant.now();
    return alice.store.create(
        new NewSale("x" + UUID.randomUUID(), rung, 1, 1, 5, now, now.plusSeconds(60), true),
        "test");
  }

  @Test
  void paidByNothing_andTakenForNothing_isMoney() {
    Sale sale = sold(5, "ann");
    sql("update orders set status = 'PAID' where sale_id = ?", sale);
    assertThat(word(sale, told(sale, 0, "ann"))).isEqualTo("MONEY -1990");
  }
}
