package io.holdfast.flashsale.lab;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.lab.TwoInstances.Stop;
import io.holdfast.flashsale.ladder.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NaiveRungIT {

  @Test
  void tenBuyers_sixReadBeforeAnyWrites_sixAreToldNineLeft() throws Exception {
    try (TwoInstances stage = new TwoInstances(1, 10)) {
      List<Stop> readers = IntStream.range(0, 6)
          .mapToObj(i -> stage.stop(stage.alice, Point.READ))
          .toList();
      List<CompletableFuture<PurchaseAnswer>> six = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        six.add(stage.buy(stage.alice, "user-" + i));
      }
      for (Stop reader : readers) {
        reader.awaitReached();
      }
      readers.forEach(Stop::goOn);
      assertThat(six).allSatisfy(answer -> assertThat(TwoInstances.told(answer)).isEqualTo(9));
      List<Integer> four = new ArrayList<>();
      for (int i = 6; i < 10; i++) {
        four.add(TwoInstances.told(stage.buy(stage.alice, "user-" + i)));
      }
      assertThat(four).containsExactly(8, 7, 6, 5);
      assertThat(stage.orders()).isEqualTo(10);
      assertThat(stage.left()).as("ten of ten are sold, and yet").isEqualTo(5);
    }
  }

  @Test
  void nextRung_inOneInstance_letsNobodyReadMeanwhile() throws Exception {
    try (TwoInstances stage = new TwoInstances(2, 10)) {
      Stop first = stage.stop(stage.alice, Point.READ);
      CompletableFuture<PurchaseAnswer> ann = stage.buy(stage.alice, "ann");
      first.awaitReached();
      CompletableFuture<PurchaseAnswer> ben = stage.buy(stage.alice, "ben");
      eventually(
          "ben waits for the monitor",
          () -> threadsOf("alice").anyMatch(thread -> thread.getState() == Thread.State.BLOCKED));
      first.goOn();
      assertThat(TwoInstances.told(ann)).isEqualTo(9);
      assertThat(TwoInstances.told(ben)).isEqualTo(8);
    }
  }

  private static Stream<Thread> threadsOf(String instance) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(instance));
  }
}
