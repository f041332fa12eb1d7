package io.holdfast.flashsale.lab;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.lab.TwoInstances.Stop;
import io.holdfast.flashsale.ladder.Point;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Rungs 10 to 12: what a crash loses. */
class LuaStepRungIT {

  @Test
  void luaStep_crashBetweenDeductAndEnqueue_losesTheOrder() throws Exception {
    try (TwoInstances stage = new TwoInstances(10, 10)) {
      Stop deducted = stage.stop(stage.alice, Point.DEDUCTED);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      deducted.awaitReached().crash();
      assertThat(ann.join()).isInstanceOf(PurchaseAnswer.Unknown.class);
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ann")))
          .as("asked again: hers")
          .isEqualTo(9);
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(8);
      within(Duration.ofSeconds(10)).eventually(() -> assertThat(stage.orders()).isPositive());
      assertThat(stage.orders()).as("ben's alone: hers is nowhere").isEqualTo(1);
    }
  }

  @Test
  void luaStep_crashWithOrdersInMemory_losesWhatWasPromised() throws Exception {
    try (TwoInstances stage = new TwoInstances(10, 10)) {
      Stop writing = stage.stop(stage.alice, Point.BEFORE_COMMIT);
      assertThat(TwoInstances.told(stage.buy(stage.alice, "ann"))).isEqualTo(9);
      writing.awaitReached().crash();
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ben"))).isEqualTo(8);
      within(Duration.ofSeconds(10)).eventually(() -> assertThat(stage.orders()).isPositive());
      assertThat(stage.orders()).isEqualTo(1);
    }
  }

  @Test
  void stream_crashAfterTheScript_keepsTheOrder() {
    try (TwoInstances stage = new TwoInstances(11, 10)) {
      Stop accepted = stage.stop(stage.alice, Point.ACCEPTED);
      accepted.crash();
      assertThat(stage.buy(stage.alice, "ann").join()).isInstanceOf(PurchaseAnswer.Unknown.class);
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ann"))).isEqualTo(9);
      within(Duration.ofSeconds(15)).eventually(() -> {
        assertThat(stage.orders()).isEqualTo(1);
        assertThat(stage.standing().pending()).isZero();
        assertThat(stage.standing().reserved()).isZero();
      });
    }
  }

  @Test
  void groupCommit_crashBeforeTheCommit_promisedNothing() throws Exception {
    try (TwoInstances stage = new TwoInstances(12, 10)) {
      Stop committing = stage.stop(stage.alice, Point.BEFORE_COMMIT);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      committing.awaitReached().crash();
      assertThat(ann.join()).isInstanceOf(PurchaseAnswer.Unknown.class);
      assertThat(stage.orders()).isZero();
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ann"))).isEqualTo(9);
      assertThat(stage.orders()).isEqualTo(1);
    }
  }

  @Test
  void groupCommit_crashAfterTheCommit_knowsItWhenAskedAgain() throws Exception {
    try (TwoInstances stage = new TwoInstances(12, 10)) {
      Stop committed = stage.stop(stage.alice, Point.COMMITTED);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      committed.awaitReached().crash();
      assertThat(ann.join()).isInstanceOf(PurchaseAnswer.Unknown.class);
      assertThat(stage.buy(stage.bob, "ann").join())
          .isInstanceOfSatisfying(
              PurchaseAnswer.Accepted.class,
              answer -> assertThat(answer.replayed()).isTrue());
      assertThat(stage.orders()).isEqualTo(1);
      assertThat(stage.left()).isEqualTo(9);
    }
  }
}
