package io.holdfast.flashsale.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.lab.TwoInstances.Stop;
import io.holdfast.flashsale.ladder.Point;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SynchronizedRungIT {

  @Test
  void twoInstances_sellTheSameUnit() throws Exception {
    try (TwoInstances stage = new TwoInstances(2, 10)) {
      Stop reader = stage.stop(stage.alice, Point.READ);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      reader.awaitReached();
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(9);
      reader.goOn();
      assertThat(TwoInstances.told(ann)).isEqualTo(9);
      assertThat(stage.orders()).isEqualTo(2);
      assertThat(stage.left()).isEqualTo(9);
    }
  }

  @Test
  void nextRung_twoInstances_oneIsKeptOut() throws Exception {
    try (TwoInstances stage = new TwoInstances(3, 10)) {
      Stop reader = stage.stop(stage.alice, Point.READ);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      reader.awaitReached();
      assertThat(stage.buy(stage.bob, "ben").join())
          .isEqualTo(new PurchaseAnswer.Refused(Reason.BUSY));
      reader.goOn();
      assertThat(TwoInstances.told(ann)).isEqualTo(9);
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(8);
    }
  }
}
