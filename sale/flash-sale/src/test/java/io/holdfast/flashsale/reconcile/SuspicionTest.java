package io.holdfast.flashsale.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuspicionTest {

  private final Suspicion suspicion = new Suspicion(3);

  private boolean hears(int difference) {
    return suspicion.isConfirmedBy(difference);
  }

  @Test
  void difference_thatStays_isConfirmedAtTheThirdLook_once() {
    assertThat(hears(-2)).isFalse();
    assertThat(hears(-2)).isFalse();
    assertThat(hears(-2)).isTrue();
    assertThat(hears(-2)).isFalse();
  }

  @Test
  void difference_thatGoesAway_isForgotten() {
    hears(2);
    hears(2);
    hears(0);
    assertThat(hears(2)).isFalse();
    assertThat(hears(2)).isFalse();
    assertThat(hears(2)).isTrue();
  }

  @Test
  void difference_thatChangesItsSign_beginsAnew() {
    hears(2);
    hears(2);
    assertThat(hears(-2)).isFalse();
    assertThat(hears(-2)).isFalse();
    assertThat(hears(-2)).isTrue();
  }

  @Test
  void difference_thatVaries_countsByItsLeast() {
    hears(5);
    hears(9);
    assertThat(hears(7)).isTrue();
    assertThat(hears(8)).as("still at least 5").isFalse();
    assertThat(hears(3)).as("it has shrunk").isTrue();
  }

  @Test
  void nothing_isNothing() {
    for (int i = 0; i < 5; i++) {
      assertThat(hears(0)).isFalse();
    }
  }
}
