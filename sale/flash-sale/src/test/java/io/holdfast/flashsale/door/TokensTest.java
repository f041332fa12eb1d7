package io.holdfast.flashsale.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class TokensTest {

  private Instant now = Instant.parse("2030-01-01T00:00:00Z");
  private final UserTokens tokens = new UserTokens("a secret", () -> now);

  @Test
  void userToken_ours_namesTheUser() {
    assertThat(tokens.user(tokens.issue("ann-1"))).isEqualTo("ann-1");
    assertThat(new UserTokens("a secret", () -> now).user(tokens.issue("ann-1")))
        .isEqualTo("ann-1");
  }

  @Test
  void userToken_changedInAnyPlace_refused() {
    String token = tokens.issue("ann");
    for (int i = 0; i < token.length() - 1; i++) { // the last character has spare bits
      char other = token.charAt(i) == 'a' ? 'b' : 'a';
      assertThat(tokens.user(token.substring(0, i) + other + token.substring(i + 1)))
          .as("character %d", i)
          .isNull();
    }
  }

  @Test
  void userToken_malformed_refused() {
    for (String token :
        new String[] {"", ".", "..", "...", "ann", "ann.1", "ann.1.%%%", "a.b.c.d", "x".repeat(500)
        }) {
      assertThat(tokens.user(token)).as(token).isNull();
    }
    assertThat(new UserTokens("another secret", () -> now).user(tokens.issue("ann")))
        .isNull();
  }

  @Test
  void userToken_signedButNoneOfOurs_refused() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("a secret".getBytes(UTF_8), "HmacSHA256"));
    for (String text :
        new String[] {"ann.soon", "ann.", "ann.-1", "ann.99999999999999999999", "a b.9999999999"}) {
      String signature =
          Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
      assertThat(tokens.user(text + "." + signature)).as(text).isNull();
    }
  }

  @Test
  void userToken_old_refused() {
    String token = tokens.issue("ann");
    now = now.plus(UserTokens.LIFETIME).minusSeconds(1);
    assertThat(tokens.user(token)).isEqualTo("ann");
    now = now.plusSeconds(1);
    assertThat(tokens.user(token)).isNull();
  }

  @Test
  void userToken_nameThatIsNone_notIssued() {
    for (String user : new String[] {"", "a.b", "a\nb", "é", "x".repeat(65)}) {
      assertThatThrownBy(() -> tokens.issue(user)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void staff_tokens_tellWhoAndNobodyElse() {
    Staff staff = new Staff();
    staff.add("ann", Staff.Role.OPERATOR, "0123456789abcdef");
    staff.add("vera", Staff.Role.VIEWER, "fedcba9876543210");
    assertThat(staff.find("0123456789abcdef"))
        .isEqualTo(new Staff.Member("ann", Staff.Role.OPERATOR));
    assertThat(staff.find("fedcba9876543210"))
        .isEqualTo(new Staff.Member("vera", Staff.Role.VIEWER));
    assertThat(staff.find("0123456789abcdeF")).isNull();
    assertThat(staff.find("")).isNull();
    assertThat(staff.find(null)).isNull();
    assertThatThrownBy(() -> staff.add("bob", Staff.Role.VIEWER, "0123456789abcdef"))
        .hasMessageContaining("'bob' and 'ann' have the same token");
    assertThatThrownBy(() -> staff.add("ann", Staff.Role.VIEWER, "another one, long enough"))
        .hasMessageContaining("'ann' is there twice");
  }
}
