package io.holdfast.flashsale.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no rung gets wrong, so that each has only the flaw it is known for. */
class EveryRungIT {

  private static PurchaseAnswer refused(Reason reason) {
    return new PurchaseAnswer.Refused(reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void buyers_oneAfterTheOther_getWhatThereIsAndNoMore(int rung) {
    try (TwoInstances stage = new TwoInstances(rung, 4)) {
      assertThat(TwoInstances.told(stage.buy(stage.alice, "ann"))).isEqualTo(3);
      assertThat(stage.buy(stage.bob, "ann").join())
          .as("a second click")
          .isInstanceOfSatisfying(
              PurchaseAnswer.Accepted.class,
              answer -> assertThat(answer.replayed()).isTrue());
      assertThat(stage.left()).as("burns no unit").isEqualTo(3);
      assertThat(stage.buy(stage.bob, "ann", "first", 2).join())
          .isEqualTo(refused(Reason.KEY_REUSED));
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ann", "second", 1))).isEqualTo(2);
      assertThat(stage.buy(stage.alice, "ann", "third", 1).join())
          .as("two for each")
          .isEqualTo(refused(Reason.LIMIT_REACHED));
      assertThat(TwoInstances.told(stage.buy(stage.alice, "ben", "first", 2)))
          .as("the last ones are sold too")
          .isZero();
      assertThat(stage.buy(stage.alice, "cat").join()).isEqualTo(refused(Reason.SOLD_OUT));
      assertThat(stage.left()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 10, 11, 12})
  void secondClick_atBothInstancesAtOnce_burnsNoUnit(int rung) {
    try (TwoInstances stage = new TwoInstances(rung, 4)) {
      List<CompletableFuture<PurchaseAnswer>> clicks =
          List.of(stage.buy(stage.alice, "ann"), stage.buy(stage.bob, "ann"));
      assertThat(clicks.stream().map(click -> (PurchaseAnswer.Accepted) click.join()))
          .extracting(PurchaseAnswer.Accepted::replayed)
          .containsExactlyInAnyOrder(true, false);
      assertThat(stage.left()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void buyers_beforeTheStartOrInAPause_burnNoUnit(int rung) {
    try (TwoInstances stage =
        new TwoInstances(rung, 4, TwoInstances.TIMING, Instant.now().plusSeconds(600))) {
      assertThat(stage.buy(stage.alice, "ann").join()).isEqualTo(refused(Reason.NOT_STARTED));
      stage.keeper.open(stage.sale.id());
      stage.keeper.pause(stage.sale.id(), "a test");
      assertThat(stage.buy(stage.alice, "ann").join()).isEqualTo(refused(Reason.PAUSED));
      stage.keeper.open(stage.sale.id());
      assertThat(TwoInstances.told(stage.buy(stage.bob, "ann"))).isEqualTo(3);
      stage.keeper.close(stage.sale.id());
      assertThat(stage.buy(stage.bob, "ben").join()).isEqualTo(refused(Reason.ENDED));
      assertThat(stage.left()).isEqualTo(3);
    }
  }
}
