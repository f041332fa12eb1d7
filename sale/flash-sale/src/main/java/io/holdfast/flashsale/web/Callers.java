package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.JwtTokens;
import io.holdfast.flashsale.door.UserTokens;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who sent a request. Thread-safe. */
final class Callers {

  private static final String SCHEME = "Bearer ";
  private static final Pattern COMMA = Pattern.compile(",");

  private final UserTokens users;
  private final @Nullable JwtTokens issued;
  private final int proxies;

  /**
   * Callers.
   *
   * @param issued users of somebody else; null if there are none
   * @param proxies how many of our own proxies a request passes, each of which adds to X-Forwarded-For where it
   *     comes from; 0 if that header is not to be believed
   */
  Callers(UserTokens users, @Nullable JwtTokens issued, int proxies) {
    this.users = users;
    this.issued = issued;
    this.proxies = proxies;
  }

  /**
   * The user who asks.
   *
   * @throws Problem if the request does not say, or not in a way we believe
   */
  String user(HttpServletRequest request) {
    String token = token(request);
    String user = token == null ? null : user(token);
    if (user == null) {
      throw Problem.of(ProblemType.UNAUTHORIZED);
    }
    return user;
  }

  private @Nullable String user(String token) {
    return issued != null && JwtTokens.isOne(token) ? issued.user(token) : users.user(token);
  }

  /** Where the request comes from. */
  String address(HttpServletRequest request) {
    String address = proxies == 0 ? null : forwarded(request.getHeaders("X-Forwarded-For"));
    return address == null ? request.getRemoteAddr() : address;
  }

  /*
   * Proxies add at the end, some to the line that is there, some (HAProxy) a line of their own. What is left of what our
   * own have added, the caller may have invented.
   */
  private @Nullable String forwarded(Enumeration<String> lines) {
    List<String> entries = new ArrayList<>();
    while (lines.hasMoreElements()) {
      for (String entry : COMMA.split(lines.nextElement(), -1)) {
        entries.add(entry.strip());
      }
    }
    String entry = entries.size() < proxies ? "" : entries.get(entries.size() - proxies);
    return entry.isEmpty() ? null : entry;
  }

  /** What the request presents, if anything. */
  static @Nullable String token(HttpServletRequest request) {
    Enumeration<String> headers = request.getHeaders("Authorization");
    String header = headers.hasMoreElements() ? headers.nextElement() : null;
    return header != null
            && !headers.hasMoreElements()
            && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length())
        : null;
  }
}
