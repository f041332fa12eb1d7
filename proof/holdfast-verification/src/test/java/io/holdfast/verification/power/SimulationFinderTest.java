package io.holdfast.verification.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SimulationFinderTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void search_seedBreaksAPromise_namesSeedAndPromise() throws Exception {
    assertThat(search(seed -> seed == 12 ? List.of("two holders") : List.of(), LONG, LONG))
        .contains("seed 12: two holders");
  }

  @Test
  void search_nothingBreaks_endsWithTheTime() throws Exception {
    assertThat(search(seed -> List.of(), Duration.ofMillis(20), LONG)).isEmpty();
  }

  @Test
  void search_engineThrows_isFound() throws Exception {
    assertThat(search(
            seed -> {
              throw new IllegalStateException("queue is empty");
            },
            LONG,
            LONG))
        .hasValueSatisfying(what -> assertThat(what).contains("seed 10", "queue is empty"));
  }

  @Test
  @Timeout(10)
  void search_scheduleWithoutEnd_isFound() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    LongFunction<List<String>> hangs = seed -> {
      try {
        never.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return List.of();
    };
    assertThat(search(hangs, LONG, Duration.ofMillis(50))).contains("seed 10 does not end");
    never.countDown();
  }

  @Test
  void search_classesDoNotFit_findsNothingAndFails() {
    assertThatThrownBy(() -> search(
            seed -> {
              throw new NoSuchMethodError("renew");
            },
            LONG,
            LONG))
        .isInstanceOf(NoSuchMethodError.class);
  }

  private static Optional<String> search(
      LongFunction<List<String>> play, Duration atMost, Duration patience)
      throws InterruptedException {
    return new SimulationFinder(play, patience).search(10, atMost);
  }
}
