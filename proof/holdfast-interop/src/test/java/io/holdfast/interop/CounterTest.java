package io.holdfast.interop;

import static io.holdfast.testkit.Eventually.eventually;

import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Shows that the exclusion tests can fail. */
class CounterTest {

  private static final int TIMES = 20_000;

  @Test
  void counter_withoutALock_losesUpdates() throws Exception {
    try (Actor bob = new Actor("bob");
        Actor carol = new Actor("carol")) {
      eventually("an update is lost", () -> {
        Counter counter = new Counter();
        Future<?> one = bob.beginAction(() -> count(counter));
        Future<?> other = carol.beginAction(() -> count(counter));
        Actor.outcome(one);
        Actor.outcome(other);
        return counter.value() < 2 * TIMES;
      });
    }
  }

  private static void count(Counter counter) {
    for (int i = 0; i < TIMES; i++) {
      counter.increment();
    }
  }
}
