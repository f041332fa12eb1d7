package io.holdfast.flashsale.settings;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code flash-sale.operating}: who runs the sales, besides the one with {@code flash-sale.admin-token}.
 *
 * @param operators Who may change sales: a name and a token of at least 16 characters each.
 * @param viewers Who may look at all that operators see, and change nothing.
 * @param keepClosed How long Redis knows a sale that is closed and written, so that buyers who ask again get the same
 *     answer.
 */
@ConfigurationProperties("flash-sale.operating")
public record OperatorProperties(
    @DefaultValue Map<String, String> operators,
    @DefaultValue Map<String, String> viewers,
    @DefaultValue("2d") Duration keepClosed) {

  private static final int LEAST = 16;

  public OperatorProperties {
    check("operators", operators);
    check("viewers", viewers);
    if (keepClosed.isNegative()) {
      throw new IllegalArgumentException(
          "flash-sale.operating.keep-closed is '" + keepClosed + "': expected 0 or more");
    }
  }

  private static void check(String role, Map<String, String> tokens) {
    tokens.forEach((name, token) -> {
      String property = "flash-sale.operating." + role + "." + name;
      if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
        throw new IllegalArgumentException(
            property + ": expected a name of 1 to 64 of A-Z a-z 0-9 . _ -");
      }
      if (token.length() < LEAST) { // never the token itself in a log
        throw new IllegalArgumentException(
            property + " is '…': expected at least " + LEAST + " characters");
      }
    });
  }
}
