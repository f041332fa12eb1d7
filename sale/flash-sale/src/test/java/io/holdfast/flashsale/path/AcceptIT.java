package io.holdfast.flashsale.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import io.holdfast.flashsale.sale.Sale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AcceptIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());

  @AfterEach
  void end() {
    alice.close();
  }

  private Standing standing(Sale sale) {
    return alice.memory.standing(sale.id()).orElseThrow();
  }

  private static PurchaseAnswer refused(Reason reason) {
    return new Refused(reason);
  }

  @Test
  void purchase_accepted_reservesAndEnqueues() {
    Sale sale = alice.sale(10, 2);
    assertThat(alice.buy(sale, "ann", "k", 2))
        .isEqualTo(new Accepted(OrderId.of(sale.id(), "ann", "k"), false, false, 8));
    assertThat(standing(sale)).satisfies(standing -> {
      assertThat(standing.available()).isEqualTo(8);
      assertThat(standing.reserved()).isEqualTo(2);
      assertThat(standing.pending()).isEqualTo(1);
    });
  }

  @Test
  void secondClick_isReplayed_andBurnsNoUnit() {
    Sale sale = alice.sale(10, 5);
    alice.buy(sale, "ann");
    assertThat(alice.buy(sale, "ann"))
        .isEqualTo(new Accepted(OrderId.of(sale.id(), "ann", "first"), false, true, 9));
    assertThat(standing(sale).pending()).isEqualTo(1);
    assertThat(standing(sale).available()).isEqualTo(9);
  }

  @Test
  void sameKey_withAnotherQuantity_isRefused() {
    Sale sale = alice.sale(10, 5);
    alice.buy(sale, "ann", "k", 1);
    assertThat(alice.buy(sale, "ann", "k", 2)).isEqualTo(refused(Reason.KEY_REUSED));
    assertThat(standing(sale).available()).isEqualTo(9);
  }

  @Test
  void sameKey_ofAnotherUser_isAnotherOrder() {
    Sale sale = alice.sale(10, 1);
    alice.buy(sale, "ann");
    assertThat(alice.buy(sale, "ben")).isInstanceOf(Accepted.class);
  }

  @Test
  void beforeTheStart_nothingIsBurnt() {
    Sale sale = alice.sale(10, 1, Instant.now().plusSeconds(600));
    assertThat(alice.buy(sale, "ann")).isEqualTo(refused(Reason.NOT_STARTED));
    assertThat(standing(sale).available()).isEqualTo(10);
    alice.keeper.open(sale.id());
    assertThat(alice.buy(sale, "ann"))
        .as("the refusal did not stick to the key")
        .isInstanceOf(Accepted.class);
  }

  @Test
  void limit_exactlyReached_isAllowed_oneMoreIsNot() {
    Sale sale = alice.sale(10, 3);
    assertThat(alice.buy(sale, "ann", "a", 2)).isInstanceOf(Accepted.class);
    assertThat(alice.buy(sale, "ann", "b", 2)).isEqualTo(refused(Reason.LIMIT_REACHED));
    assertThat(alice.buy(sale, "ann", "c", 1)).isInstanceOf(Accepted.class);
    assertThat(alice.buy(sale, "ann", "d", 1)).isEqualTo(refused(Reason.LIMIT_REACHED));
  }

  @Test
  void stock_lastUnit_isSold_thenSoldOut_andTooManyLeaveItAlone() {
    Sale sale = alice.sale(2, 2);
    assertThat(alice.buy(sale, "ann", "k", 1)).isInstanceOf(Accepted.class);
    assertThat(alice.buy(sale, "ben", "k", 2)).isEqualTo(refused(Reason.SOLD_OUT));
    assertThat(alice.buy(sale, "ben", "l", 1)).isInstanceOf(Accepted.class);
    assertThat(alice.buy(sale, "cem", "k", 1)).isEqualTo(refused(Reason.SOLD_OUT));
    assertThat(standing(sale).available()).isZero();
  }

  @Test
  void acceptedWish_askedAgainAfterTheEnd_isStillAccepted() {
    Sale sale = alice.sale(1, 1);
    alice.buy(sale, "ann");
    alice.keeper.close(sale.id());
    assertThat(alice.buy(sale, "ann")).isInstanceOf(Accepted.class);
    assertThat(alice.buy(sale, "ben")).isEqualTo(refused(Reason.ENDED));
  }

  @Test
  void pausedSale_sellsNothing_untilOpened() {
    Sale sale = alice.sale(1, 1);
    alice.keeper.pause(sale.id(), "lunch");
    assertThat(alice.buy(sale, "ann")).isEqualTo(refused(Reason.PAUSED));
    alice.keeper.open(sale.id());
    assertThat(alice.buy(sale, "ann")).isInstanceOf(Accepted.class);
  }

  @Test
  void saleThatRedisHasLost_isUnknown_notRefused() {
    Sale sale = alice.sale(1, 1);
    Redis.server().command("DEL", new KeySpace(sale.id()).sale());
    assertThat(alice.buy(sale, "ann")).isInstanceOf(Unknown.class);
  }

  @Test
  void saleOfAnOlderEpoch_isUnknown_andNothingHappens() {
    Sale sale = alice.sale(1, 1);
    Redis.server().command("HSET", new KeySpace(sale.id()).sale(), "epoch", "0");
    assertThat(alice.buy(sale, "ann")).isInstanceOf(Unknown.class);
    assertThat(standing(sale).available()).isEqualTo(1);
  }

  @Test
  void closedConnection_isUnknown_notAFailure() {
    Sale sale = alice.sale(1, 1);
    PathInstance bob = new PathInstance("bob", Redis.uri());
    bob.close();
    assertThat(bob.buy(sale, "ann")).isInstanceOf(Unknown.class);
  }

  @Test
  void twoInstances_manyAtOnce_sellTheStockAndNoMore() {
    Sale sale = alice.sale(50, 1);
    try (PathInstance bob = new PathInstance("bob", Redis.uri())) {
      List<CompletableFuture<PurchaseAnswer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        PathInstance at = i % 2 == 0 ? alice : bob;
        answers.add(at.rung.buy(new Purchase(sale, "u" + i, "k", 1)).toCompletableFuture());
      }
      assertThat(answers.stream().map(CompletableFuture::join))
          .filteredOn(answer -> answer instanceof Accepted)
          .hasSize(50);
    }
    assertThat(standing(sale)).satisfies(now -> {
      assertThat(now.available()).isZero();
      assertThat(now.reserved()).isEqualTo(50);
      assertThat(now.pending()).isEqualTo(50);
    });
  }
}
