package io.holdfast.flashsale.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Tells browsers what an answer may not do. On every answer, errors included. */
final class SecurityHeaders extends HttpFilter {

  private static final long serialVersionUID = 1;

  static final String STRICT = "default-src 'self'; base-uri 'none'; form-action 'self';"
      + " frame-ancestors 'none'; object-src 'none'";

  /** Swagger UI has styles and pictures inside its pages. */
  static final String SWAGGER = STRICT + "; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    addTo(response, request.getRequestURI(), request.isSecure());
    chain.doFilter(request, response);
  }

  static void addTo(HttpServletResponse response, String path, boolean isSecure) {
    response.setHeader(
        "Content-Security-Policy", path.startsWith("/swagger-ui") ? SWAGGER : STRICT);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    if (isSecure) {
      response.setHeader("Strict-Transport-Security", "max-age=31536000");
    }
    if (path.startsWith("/api/") || path.startsWith("/miaosha/")) {
      response.setHeader("Cache-Control", "no-store");
    }
  }
}
