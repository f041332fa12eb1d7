package io.holdfast.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {

  @Test
  void patience_ofATime_endsWithIt() {
    Patience patience = Patience.of(Duration.ofNanos(100));
    assertThat(patience.isOver(99)).isFalse();
    assertThat(patience.isOver(100)).isTrue();
    assertThat(patience.leftNanos(30)).isEqualTo(70);
    assertThat(patience.isTimed()).isTrue();
    assertThat(patience.isNone()).isFalse();
  }

  @Test
  void patience_withoutEnd_isNeverOver() {
    assertThat(Patience.ENDLESS.isOver(Long.MAX_VALUE)).isFalse();
    assertThat(Patience.ENDLESS.isTimed()).isFalse();
    assertThat(Patience.ENDLESS.isNone()).isFalse();
  }

  @Test
  void patience_none_isOverAtOnce() {
    assertThat(Patience.of(Duration.ZERO).isOver(0)).isTrue();
    assertThat(Patience.of(Duration.ofSeconds(-1)).isNone()).isTrue();
    assertThat(Patience.NONE.isTimed()).isFalse();
  }
}
