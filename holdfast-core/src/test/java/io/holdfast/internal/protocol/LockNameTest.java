package io.holdfast.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockNameTest {

  @ParameterizedTest
  @CsvSource({
    "order:42, redisson_lock__channel:{order:42}",
    "{order}:42, redisson_lock__channel:{order}:42",
    "a{b}c, redisson_lock__channel:a{b}c",
    "a{, redisson_lock__channel:a{",
    "{}x, redisson_lock__channel:{}x",
    "a}b, redisson_lock__channel:{a}b}"
  })
  void channelOf_asRedissonBuildsIt(String name, String channel) {
    assertThat(LockName.channelOf(name)).isEqualTo(channel);
  }

  @Test
  void check_null_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check(null))
        .withMessageContaining("null")
        .withMessageContaining("order:42");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
  void check_blank_isNamed(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check(name))
        .withMessageContaining("'" + name + "'")
        .withMessageContaining("blank");
  }

  @Test
  void check_512Bytes_isTheLimit() {
    assertThat(LockName.check("x".repeat(512))).hasSize(512);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check("x".repeat(513)))
        .withMessageContaining("513")
        .withMessageContaining("512");
  }

  @Test
  void check_bytesOfUtf8Count_notCharacters() {
    assertThat(LockName.check("é".repeat(256))).hasSize(256);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check("é".repeat(257)))
        .withMessageContaining("514");
    assertThat(LockName.check("😀".repeat(128))).isNotBlank();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check("😀".repeat(129)))
        .withMessageContaining("516");
  }

  @Test
  void check_longName_messageIsShort() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check("x".repeat(1_000_000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
  }

  @Test
  void check_surroundingBlanks_areKept() {
    assertThat(LockName.check(" a ")).isEqualTo(" a ");
  }
}
