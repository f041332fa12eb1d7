package io.holdfast.flashsale.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.lab.TwoInstances.Stop;
import io.holdfast.flashsale.ladder.Point;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Rungs 5 to 7: who frees whose lock. Ann has sold and is held up on her way out until her lock has expired; ben has
 * it then, and has read the stock when she goes on.
 */
class ReleaseRungsIT {

  /** Ann's release meets ben's lock; whether it survives. */
  private static boolean benKeepsHisLock(TwoInstances stage, Point annStandsAt) throws Exception {
    Stop leaving = stage.stop(stage.alice, annStandsAt);
    CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
    leaving.awaitReached();
    stage.awaitExpiry();
    Stop reading = stage.stop(stage.bob, Point.READ);
    CompletableFuture<PurchaseAnswer> ben = stage.buy(stage.bob, "ben");
    reading.awaitReached();
    leaving.goOn();
    assertThat(TwoInstances.told(ann)).isEqualTo(9);
    boolean kept = stage.isLocked();
    if (!kept) {
      assertThat(TwoInstances.told(stage.buy(stage.alice, "cat")))
          .as("beside ben")
          .isEqualTo(8);
    }
    reading.goOn();
    assertThat(TwoInstances.told(ben)).isEqualTo(8);
    assertThat(stage.orders()).isEqualTo(kept ? 2 : 3);
    assertThat(stage.left()).as("two sold, or three and the books say two").isEqualTo(8);
    return kept;
  }

  @Test
  void setNxPx_slowerThanTheExpiry_freesAnothersLock() throws Exception {
    try (TwoInstances stage = new TwoInstances(5, 10)) {
      assertThat(benKeepsHisLock(stage, Point.WRITTEN)).isFalse();
    }
  }

  @Test
  void ownerCheck_slowerThanTheExpiry_sparesAnothersLock() throws Exception {
    try (TwoInstances stage = new TwoInstances(6, 10)) {
      assertThat(benKeepsHisLock(stage, Point.WRITTEN)).isTrue();
    }
  }

  @Test
  void ownerCheck_expiryAfterTheComparison_freesAnothersLock() throws Exception {
    try (TwoInstances stage = new TwoInstances(6, 10)) {
      assertThat(benKeepsHisLock(stage, Point.COMPARED)).isFalse();
    }
  }

  @Test
  void compareAndDelete_slowerThanTheExpiry_sparesAnothersLock() throws Exception {
    try (TwoInstances stage = new TwoInstances(7, 10)) {
      assertThat(benKeepsHisLock(stage, Point.WRITTEN)).isTrue();
    }
  }
}
