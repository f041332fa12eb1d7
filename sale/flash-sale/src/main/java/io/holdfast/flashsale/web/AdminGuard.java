package io.holdfast.flashsale.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.servlet.HandlerInterceptor;

/** Lets only admins reach what is theirs; everybody else not more often than buyers may buy. */
final class AdminGuard implements HandlerInterceptor {

  private final Callers callers;
  private final Limits limits;

  AdminGuard(Callers callers, Limits limits) {
    this.callers = callers;
    this.limits = limits;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    limits.passAddress(callers.address(request));
    callers.requireAdmin(request);
    return true;
  }
}
