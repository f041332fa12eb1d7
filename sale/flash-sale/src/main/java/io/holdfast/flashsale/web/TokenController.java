package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.UserTokens;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Identities for guests. */
@RestController
@ConditionalOnBooleanProperty("flash-sale.guests")
@Tag(name = "Buyers")
class TokenController {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,24}");
  private static final int RANDOM_BYTES = 6;

  private final UserTokens tokens;
  private final Callers callers;
  private final Limits limits;
  private final SecureRandom random = new SecureRandom();

  TokenController(UserTokens tokens, Callers callers, Limits limits) {
    this.tokens = tokens;
    this.callers = callers;
    this.limits = limits;
  }

  /**
   * A guest.
   *
   * @param name what they call themselves
   */
  record Guest(@Nullable String name) {}

  /**
   * An identity.
   *
   * @param user unlike any other
   * @param token what proves it
   */
  record Identity(String user, String token) {}

  @PostMapping("/api/v1/tokens")
  @ResponseStatus(HttpStatus.CREATED)
  @Operation(summary = "An identity for a guest")
  Identity create(@RequestBody Guest guest, HttpServletRequest request) {
    limits.passAddress(callers.address(request));
    String name = guest.name();
    if (name == null || !NAME.matcher(name).matches()) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST, "name: expected 1 to 24 letters A-Z a-z or digits");
    }
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    String user = name + "-" + HexFormat.of().formatHex(bytes);
    return new Identity(user, tokens.issue(user));
  }
}
