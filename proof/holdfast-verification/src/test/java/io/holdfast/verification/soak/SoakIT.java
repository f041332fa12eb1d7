package io.holdfast.verification.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.sabotage.Flaw;
import io.holdfast.verification.subject.Subjects;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A soak of seconds: too short for a proof, long enough to see that it works and that a leak shows. */
@Tag("thorough")
class SoakIT {

  @Test
  void holdfast_leavesNothingBehind() {
    List<Sample> samples = soak("holdfast", 2, Duration.ofSeconds(8));
    Sample last = samples.get(samples.size() - 1);
    assertThat(last.calls()).isGreaterThan(50);
    assertThat(last.failed()).isLessThan(last.calls() / 2);
    assertThat(samples).allSatisfy(sample -> {
      assertThat(sample.value(Measure.KEYS)).isZero();
      assertThat(sample.value(Measure.CHANNELS)).isZero();
      assertThat(sample.value(Measure.ACTIVITIES)).isZero();
    });
    assertThat(last.value(Measure.HEAP)).isPositive();
    assertThat(last.value(Measure.THREADS)).isPositive();
    assertThat(last.value(Measure.CONNECTIONS)).isPositive();
  }

  @Test
  void clientThatLeavesAThread_isSeen() {
    assertThat(Measure.THREADS.growth(
            soak(Subjects.sabotaged(Flaw.THREAD_LEFT), 6, Duration.ofMillis(100))))
        .isPresent();
  }

  private static List<Sample> soak(String subject, int samples, Duration patience) {
    return Soak.of(subject, Duration.ofMillis(800), samples, patience, 100, 7, sample -> {});
  }
}
