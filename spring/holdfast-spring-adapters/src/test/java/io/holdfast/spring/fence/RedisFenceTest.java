package io.holdfast.spring.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisFenceTest {

  @ParameterizedTest
  @ValueSource(strings = {"sold:42", "{sold}:42", "a{b}c", "{a}{b}", "x{{y}}z"})
  void fence_ofAKey_isInItsSlot(String key) {
    String fence = RedisFence.fenceOf(key);
    assertThat(fence).isNotEqualTo(key);
    assertThat(SlotHash.getSlot(fence)).isEqualTo(SlotHash.getSlot(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a}b", "{}x", "a{", "{}{a}"})
  void key_whoseFenceWouldBeElsewhere_isRefused(String key) {
    assertThatThrownBy(() -> RedisFence.fenceOf(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + key + "'");
  }
}
