package io.holdfast.internal.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.regex.Pattern;
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
  @ValueSource(strings = {"", " ", "\u2003"})
  void check_blank_isNamed(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check(name))
        .withMessageContaining("'" + name + "'")
        .withMessageContaining("blank");
  }

  @Test
  void check_lineBreaks_areShownEscaped() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check("\t\r\n"))
        .withMessageContaining("'\\u0009\\u000D\\u000A' is blank");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check("a\nb".repeat(300)))
        .withMessageContaining("'a\\u000Aba")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "a\\D83Dé, 1",
    "\\DE00, 0",
    "😀\\D83D, 2",
    "\\DE00\\D83D, 0",
    "ab\\D83D\\D83D\\DE00, 2"
  })
  void check_halfACharacter_isRefusedAndShownEscaped(String written, int index) {
    String name = Pattern.compile("\\\\(\\p{XDigit}{4})")
        .matcher(written)
        .replaceAll(half -> Character.toString((char) Integer.parseInt(half.group(1), 16)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockName.check(name))
        .withMessageContaining(
            "half a character, \\u%04X at index %d", (int) name.charAt(index), index)
        .withMessageContaining("hex")
        .satisfies(e -> assertThat(UTF_8.newEncoder().canEncode(e.getMessage())).isTrue());
  }

  @Test
  void check_anyWholeCharacters_areAllowed() {
    String name = "\0a\r\né€\uD83D\uDE00\uFFFF\u2028\uDBFF\uDFFF";
    assertThat(LockName.check(name)).isSameAs(name);
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
