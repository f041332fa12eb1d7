package io.holdfast.flashsale.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.Answer;
import io.holdfast.flashsale.buying.Answer.Reason;
import io.holdfast.flashsale.lab.Stage.Stop;
import io.holdfast.flashsale.ladder.Point;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SynchronizedRungIT {

  @Test
  void twoInstances_sellTheSameUnit() throws Exception {
    try (Stage stage = new Stage(2, 10)) {
      Stop reader = stage.stop(stage.alice, Point.READ);
      CompletableFuture<Answer> ann = stage.buy(stage.alice, "ann");
      reader.awaitReached();
      assertThat(Stage.told(stage.buy(stage.bob, "ben"))).isEqualTo(9);
      reader.goOn();
      assertThat(Stage.told(ann)).isEqualTo(9);
      assertThat(stage.orders()).isEqualTo(2);
      assertThat(stage.left()).isEqualTo(9);
    }
  }

  @Test
  void nextRung_twoInstances_oneIsKeptOut() throws Exception {
    try (Stage stage = new Stage(3, 10)) {
      Stop reader = stage.stop(stage.alice, Point.READ);
      CompletableFuture<Answer> ann = stage.buy(stage.alice, "ann");
      reader.awaitReached();
      assertThat(stage.buy(stage.bob, "ben").join()).isEqualTo(new Answer.Refused(Reason.BUSY));
      reader.goOn();
      assertThat(Stage.told(ann)).isEqualTo(9);
      assertThat(Stage.told(stage.buy(stage.bob, "ben"))).isEqualTo(8);
    }
  }
}
