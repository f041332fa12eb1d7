package io.holdfast.flashsale.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.testkit.Caller;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

  @Test
  void answers_ofSeveralKinds_areCountedByKind() throws Exception {
    OpenLoop load = new OpenLoop(
        new Pace(100_000, 100, 10),
        number -> number % 4 == 0
            ? CompletableFuture.completedStage("accepted")
            : CompletableFuture.completedStage("sold out"));
    Tally tally = load.run();
    assertThat(tally.count("accepted")).isEqualTo(25);
    assertThat(tally.count("sold out")).isEqualTo(75);
    assertThat(tally.count()).isEqualTo(100);
    assertThat(tally.count("failed")).isZero();
  }

  @Test
  void target_thatThrowsOrFails_isCountedAsFailed() throws Exception {
    Tally tally = new OpenLoop(new Pace(100_000, 10, 10), number -> {
          if (number % 2 == 0) {
            throw new IllegalStateException("thrown");
          }
          return CompletableFuture.failedStage(new IllegalStateException("failed"));
        })
        .run();
    assertThat(tally.counts()).containsEntry("failed", 10L).hasSize(1);
  }

  /** The service answers nobody until the last one has asked: asking goes on all the same. */
  @Test
  void answers_thatDoNotCome_areNotWaitedFor() throws Exception {
    Queue<CompletableFuture<String>> pending = new ConcurrentLinkedQueue<>();
    CountDownLatch asked = new CountDownLatch(50);
    OpenLoop load = new OpenLoop(new Pace(10_000, 50, 50), number -> {
      CompletableFuture<String> answer = new CompletableFuture<>();
      pending.add(answer);
      asked.countDown();
      return answer;
    });
    Caller<Tally> run = Caller.start(load::run);
    assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(load.answered()).isZero();
    pending.forEach(answer -> answer.complete("accepted"));
    assertThat(run.outcome().count("accepted")).isEqualTo(50);
  }

  /**
   * One at a time, and the first answer takes 200 ms of 100 requests that are due within 100 ms: whoever was due
   * meanwhile has waited, though the answer came at once when it was asked for at last.
   */
  @Test
  void requests_heldUpByASlowOne_countFromWhenTheyWereDue() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Tally tally = new OpenLoop(new Pace(1000, 100, 1), number -> {
          if (number == 0) {
            assertThat(await(never)).isFalse();
          }
          return CompletableFuture.completedStage("accepted");
        })
        .run();
    assertThat(tally.millisAt(50)).as("most of them waited").isGreaterThan(100);
    assertThat(tally.millisAt(100)).isGreaterThanOrEqualTo(199);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(200, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void interval_takesNothingFromTheTally() throws Exception {
    OpenLoop load =
        new OpenLoop(new Pace(100_000, 10, 10), n -> CompletableFuture.completedStage("accepted"));
    Tally first = load.run();
    assertThat(load.interval()).containsKey("accepted");
    assertThat(load.interval().values()).allMatch(histogram -> histogram.getTotalCount() == 0);
    assertThat(load.tally().count()).isEqualTo(first.count()).isEqualTo(10);
  }

  @Test
  void pace_thatIsNone_isRefused() {
    assertThatThrownBy(() -> new Pace(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
