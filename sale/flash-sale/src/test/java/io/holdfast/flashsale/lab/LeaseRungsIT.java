package io.holdfast.flashsale.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.lab.TwoInstances.Stop;
import io.holdfast.flashsale.ladder.Point;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rungs 7 to 9: a holder that has read the stock, and what it does when its lock is over. */
class LeaseRungsIT {

  @Test
  void compareAndDelete_workOutlivesTheExpiry_sellsTheSameUnit() throws Exception {
    try (TwoInstances stage = new TwoInstances(7, 10)) {
      Stop reader = stage.stop(stage.alice, Point.READ);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      reader.awaitReached();
      stage.awaitExpiry();
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(9);
      reader.goOn();
      assertThat(TwoInstances.told(ann)).isEqualTo(9);
      assertThat(stage.orders()).isEqualTo(2);
      assertThat(stage.left()).isEqualTo(9);
    }
  }

  @Test
  void holdfast_workOutlivesTheLeaseTime_keepsTheOthersOut() throws Exception {
    try (TwoInstances stage = new TwoInstances(8, 10)) {
      Stop reader = stage.stop(stage.alice, Point.READ);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      reader.awaitReached();
      assertThat(stage.buy(stage.bob, "ben").join())
          .as("he waits for more than two lease times")
          .isEqualTo(new PurchaseAnswer.Refused(Reason.BUSY));
      reader.goOn();
      assertThat(TwoInstances.told(ann)).isEqualTo(9);
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(8);
    }
  }

  @Test
  void holdfast_pauseBeyondTheLease_sellsTheSameUnit() throws Exception {
    try (TwoInstances stage = new TwoInstances(8, 10)) {
      CompletableFuture<PurchaseAnswer> ann = pausedWhileBenBuys(stage);
      assertThat(TwoInstances.told(ann)).isEqualTo(9);
      assertThat(stage.orders()).isEqualTo(2);
      assertThat(stage.left()).isEqualTo(9);
    }
  }

  @Test
  void holdfastAndToken_pauseBeyondTheLease_sellsAnother() throws Exception {
    try (TwoInstances stage = new TwoInstances(9, 10)) {
      CompletableFuture<PurchaseAnswer> ann = pausedWhileBenBuys(stage);
      PurchaseAnswer answer = ann.join();
      if (answer.equals(
          new PurchaseAnswer.Refused(Reason.BUSY))) { // her patience was over with the pause
        answer = stage.buy(stage.alice, "ann").join();
      }
      assertThat(answer).isInstanceOf(PurchaseAnswer.Accepted.class);
      assertThat(stage.orders()).isEqualTo(2);
      assertThat(stage.left()).isEqualTo(8);
    }
  }

  /** Ann's whole instance stands still after her read; ben gets the lock and buys; she goes on. */
  private static CompletableFuture<PurchaseAnswer> pausedWhileBenBuys(TwoInstances stage)
      throws Exception {
    Stop reader = stage.stop(stage.alice, Point.READ);
    CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
    reader.awaitReached();
    stage.alice.freeze();
    assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(9);
    stage.alice.thaw();
    reader.goOn();
    return ann;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9})
  void lock_whenTheOrderIsCommitted_isStillHeld(int rung) throws Exception {
    try (TwoInstances stage = new TwoInstances(rung, 10)) {
      Stop writer = stage.stop(stage.alice, Point.WRITTEN);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      writer.awaitReached();
      assertThat(stage.isLocked()).isTrue();
      assertThat(stage.orders()).isEqualTo(1);
      writer.goOn();
      assertThat(TwoInstances.told(ann)).isEqualTo(9);
    }
  }
}
