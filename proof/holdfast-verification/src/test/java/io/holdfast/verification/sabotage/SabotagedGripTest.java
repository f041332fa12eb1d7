package io.holdfast.verification.sabotage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lock without a flaw is the measure of the campaigns: it must not claim what it no longer has. */
class SabotagedGripTest {

  private static final long TOKEN = 5;

  private final SabotagedSubject subject = // asks no server here
      new SabotagedSubject(Flaw.NONE, "redis://127.0.0.1:1", Duration.ofMinutes(1));

  @AfterEach
  void close() {
    subject.close();
  }

  @Test
  void reenter_whileHeld_showsTheSameToken() {
    assertThat(gripUntil(Duration.ofMinutes(1)).reenter()).isEqualTo(TOKEN);
  }

  @Test
  void reenter_afterTheDeadline_isNotGranted() {
    assertThatThrownBy(gripUntil(Duration.ZERO)::reenter)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("lost");
  }

  @Test
  void look_toldAfterTheDeadline_hasBelievedUntilThen() {
    SabotagedGrip grip = gripUntil(Duration.ZERO);
    grip.tell();
    assertThat(grip.look().isByDeadline()).isTrue();
  }

  @Test
  void look_toldBeforeTheDeadline_isNotByDeadline() {
    SabotagedGrip grip = gripUntil(Duration.ofMinutes(1));
    grip.tell();
    assertThat(grip.look().isHeld()).isFalse();
    assertThat(grip.look().isByDeadline()).isFalse();
  }

  private SabotagedGrip gripUntil(Duration left) {
    return new SabotagedGrip(
        subject, "lock:0", "alice", TOKEN, true, System.nanoTime() + left.toNanos());
  }
}
