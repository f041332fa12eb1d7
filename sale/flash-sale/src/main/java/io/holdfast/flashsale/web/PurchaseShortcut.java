package io.holdfast.flashsale.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Takes purchases before the framework does: most requests of a flash sale are purchases, and most in vain. */
final class PurchaseShortcut extends HttpFilter {

  private static final long serialVersionUID = 1;
  private static final String BEFORE = "/api/v1/sales/";
  private static final String AFTER = "/orders";
  private static final int MOST_DIGITS = 18;

  private final transient PurchaseHandler handler;

  PurchaseShortcut(PurchaseHandler handler) {
    this.handler = handler;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    long sale = request.getMethod().equals("POST") ? sale(request.getRequestURI()) : -1;
    if (sale < 0) {
      chain.doFilter(request, response);
      return;
    }
    try {
      handler.handle(sale, request, response);
    } catch (RuntimeException e) {
      Problems.answerWith(e, response);
    }
  }

  /** Whose orders that path names; -1 if it is another path. */
  private static long sale(String path) {
    int digits = path.length() - BEFORE.length() - AFTER.length();
    if (digits < 1 || digits > MOST_DIGITS || !path.startsWith(BEFORE) || !path.endsWith(AFTER)) {
      return -1;
    }
    long sale = 0;
    for (int i = BEFORE.length(); i < BEFORE.length() + digits; i++) {
      int digit = path.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      sale = sale * 10 + digit;
    }
    return sale;
  }
}
