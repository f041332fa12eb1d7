package io.holdfast.spring.web;

import io.holdfast.spring.locked.LockRefusedException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers a request whose lock was refused, where the application has no handler of its own. Names neither lock nor
 * method: those are nobody's business outside.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public class RefusalProblem {

  private final HttpStatusCode status;

  /** @param status of the response */
  public RefusalProblem(int status) {
    this.status = HttpStatusCode.valueOf(status);
  }

  @ExceptionHandler
  ProblemDetail refused(LockRefusedException refusal) {
    return ProblemDetail.forStatusAndDetail(
        status, "somebody else is at work on the same thing: try again later");
  }
}
