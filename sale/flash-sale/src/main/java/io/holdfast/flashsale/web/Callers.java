package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.UserTokens;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Who sent a request. Thread-safe. */
final class Callers {

  private static final String SCHEME = "Bearer ";

  private final UserTokens users;
  private final boolean isBehindProxy;

  /**
   * Callers.
   *
   * @param isBehindProxy whether the last entry of X-Forwarded-For is the caller's address
   */
  Callers(UserTokens users, boolean isBehindProxy) {
    this.users = users;
    this.isBehindProxy = isBehindProxy;
  }

  /**
   * The user who asks.
   *
   * @throws Problem if the request does not say, or not in a way we believe
   */
  String user(HttpServletRequest request) {
    String token = token(request);
    String user = token == null ? null : users.user(token);
    if (user == null) {
      throw Problem.of(ProblemType.UNAUTHORIZED);
    }
    return user;
  }

  /** Where the request comes from. */
  String address(HttpServletRequest request) {
    if (isBehindProxy) {
      String forwarded = request.getHeader("X-Forwarded-For");
      if (forwarded != null) {
        return forwarded.substring(forwarded.lastIndexOf(',') + 1).strip();
      }
    }
    return request.getRemoteAddr();
  }

  /** What the request presents, if anything. */
  static @Nullable String token(HttpServletRequest request) {
    String header = request.getHeader("Authorization");
    return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length())
        : null;
  }
}
