package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.Staff;
import io.holdfast.flashsale.door.Staff.Member;
import io.holdfast.flashsale.door.Staff.Role;
import io.holdfast.flashsale.operating.OperatorRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets only the staff reach what is theirs, and viewers only read; everybody else not more often than buyers may
 * buy.
 */
final class AdminGuard implements HandlerInterceptor {

  private static final String MEMBER = AdminGuard.class.getName() + ".member";
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final Callers callers;
  private final Limits limits;
  private final Staff staff;

  AdminGuard(Callers callers, Limits limits, Staff staff) {
    this.callers = callers;
    this.limits = limits;
    this.staff = staff;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    limits.passAddress(callers.address(request));
    Member member = staff.find(Callers.token(request));
    if (member == null) {
      throw Problem.of(ProblemType.UNAUTHORIZED);
    }
    if (member.role() == Role.VIEWER && !READING.contains(request.getMethod())) {
      throw Problem.of(ProblemType.FORBIDDEN);
    }
    request.setAttribute(MEMBER, member);
    return true;
  }

  /** Who sent a request that has passed. */
  static Member member(HttpServletRequest request) {
    return (Member) Objects.requireNonNull(request.getAttribute(MEMBER));
  }

  /**
   * What somebody wants who has passed.
   *
   * @param said what the body says, if it says anything
   * @throws Problem if there is no key, or one that is not allowed
   */
  static OperatorRequest asked(
      HttpServletRequest request, String action, @Nullable Long sale, @Nullable Object said) {
    return new OperatorRequest(
        member(request).name(),
        action,
        PurchaseHandler.key(request),
        (sale == null ? "" : "sale " + sale) + (said == null ? "" : " " + said));
  }
}
