package io.holdfast.flashsale.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.lab.TwoInstances.Stop;
import io.holdfast.flashsale.ladder.Point;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Rungs 3 and 4: crashes that leave a lock for ever. */
class SetnxRungIT {

  private static void crash(TwoInstances stage, Point at) throws Exception {
    Stop holder = stage.stop(stage.alice, at);
    CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
    holder.awaitReached().crash();
    assertThat(ann.join()).isInstanceOf(PurchaseAnswer.Unknown.class);
  }

  private static void assertStuck(TwoInstances stage) {
    assertThat(stage.lockEndsIn()).as("its key has no end").isEqualTo(-1);
    assertThat(stage.buy(stage.bob, "ben").join())
        .isEqualTo(new PurchaseAnswer.Refused(Reason.BUSY));
    assertThat(stage.left()).isEqualTo(10);
  }

  private static void assertGoesOn(TwoInstances stage) {
    assertThat(stage.lockEndsIn()).as("its key ends").isPositive();
    assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(9);
  }

  @Test
  void setnx_holderCrashes_blocksTheSaleForEver() throws Exception {
    try (TwoInstances stage = new TwoInstances(3, 10)) {
      crash(stage, Point.LOCKED);
      assertStuck(stage);
    }
  }

  @Test
  void setnxExpire_holderCrashes_goesOnAfterTheExpiry() throws Exception {
    try (TwoInstances stage = new TwoInstances(4, 10)) {
      crash(stage, Point.LOCKED);
      assertGoesOn(stage);
    }
  }

  @Test
  void setnxExpire_crashBetweenTheTwo_blocksTheSaleForEver() throws Exception {
    try (TwoInstances stage = new TwoInstances(4, 10)) {
      crash(stage, Point.KEY_SET);
      assertStuck(stage);
    }
  }

  @Test
  void setNxPx_holderCrashes_goesOnAfterTheExpiry() throws Exception {
    try (TwoInstances stage = new TwoInstances(5, 10)) {
      crash(stage, Point.LOCKED);
      assertGoesOn(stage);
    }
  }
}
