package io.holdfast.flashsale.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Refuses paths with parameters (;a=b), which handlers would not see: nothing here has two names. */
final class PlainPaths extends HttpFilter {

  private static final long serialVersionUID = 1;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getRequestURI().indexOf(';') >= 0) {
      Problem.of(ProblemType.INVALID_REQUEST, "the path has a ';'").writeTo(response);
      return;
    }
    chain.doFilter(request, response);
  }
}
