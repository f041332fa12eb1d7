package io.holdfast.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class CapturedPairTest {

  @Test
  void arguments_areUnquoted() {
    assertThat(CapturedPair.arguments("1700000000.1 [0 127.0.0.1:5] \"GET\" \"a\\\"b\\\\c\\nd\""))
        .containsExactly("GET", "a\"b\\c\nd");
  }

  @Test
  void arguments_withBytesThatAreNoText_areRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> CapturedPair.arguments("1.1 [0 x] \"GET\" \"\\x00\""))
        .withMessageContaining("no text");
  }
}
