package io.holdfast.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

  private static final long STAMP = 1_763_190_123_456_789L;

  @Test
  void of_stampAndHandOver() {
    assertThat(Token.of(STAMP, 0)).isEqualTo(STAMP * 1024);
    assertThat(Token.of(STAMP, 1023)).isEqualTo(STAMP * 1024 + 1023);
  }

  @Test
  void of_lastHandOver_isBelowTheNextStamp() {
    assertThat(Token.of(STAMP, Token.MOST_HAND_OVERS)).isLessThan(Token.of(STAMP + 1, 0));
  }

  @Test
  void of_stampsOfThisCenturyAndTheNext_fit() {
    long year2200 = 7_258_118_400_000_000L;
    assertThat(Token.of(year2200, 1023)).isPositive().isGreaterThan(Token.of(STAMP, 0));
  }

  @Test
  void stampIn_ours() {
    assertThat(Token.stampIn("t" + STAMP)).isEqualTo(STAMP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "t", "1", "1763190123456789", "tx", "t99999999999999999999", "read"})
  void stampIn_another_isZero(String value) {
    assertThat(Token.stampIn(value)).isZero();
  }

  @Test
  void instantOf_micros() {
    assertThat(Token.instantOf(STAMP)).hasToString("2025-11-15T07:02:03.456789Z");
  }
}
