package io.holdfast.flashsale.web;

import io.holdfast.flashsale.lab.LabBusyException;
import io.holdfast.flashsale.operating.KeyReusedException;
import io.holdfast.flashsale.sale.NoSuchSaleException;
import io.holdfast.flashsale.sale.WrongStateException;
import io.lettuce.core.RedisException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Turns whatever is thrown into a problem that says nothing about our insides. */
@RestControllerAdvice
class Problems {

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  @ExceptionHandler
  void answer(Exception thrown, HttpServletResponse response) throws IOException {
    answerWith(thrown, response);
  }

  static void answerWith(Exception thrown, HttpServletResponse response) throws IOException {
    Problem problem = of(thrown);
    if (problem.type() == ProblemType.INTERNAL) {
      LOG.error("a request failed", thrown);
    }
    problem.writeTo(response);
  }

  static Problem of(Throwable thrown) {
    Problem ours = thrownByUs(thrown);
    if (ours != null) {
      return ours;
    }
    if (thrown instanceof NoSuchSaleException) {
      return Problem.of(ProblemType.NOT_FOUND);
    }
    if (thrown instanceof WrongStateException wrong) {
      return Problem.of(ProblemType.WRONG_STATE, message(wrong));
    }
    if (thrown instanceof KeyReusedException) {
      return Problem.of(ProblemType.KEY_REUSED);
    }
    if (thrown instanceof LabBusyException busy) {
      return Problem.of(ProblemType.LAB_BUSY, message(busy));
    }
    if (thrown instanceof MethodArgumentTypeMismatchException mismatch) {
      return Problem.of(
          ProblemType.INVALID_REQUEST, mismatch.getName() + " is not what is expected there");
    }
    if (thrown instanceof HttpMessageNotReadableException unreadable) {
      return Problem.of(ProblemType.INVALID_REQUEST, UnreadableBody.why(unreadable));
    }
    if (thrown instanceof ErrorResponse framework) {
      return ofStatus(framework.getStatusCode().value());
    }
    if (thrown instanceof CannotGetJdbcConnectionException
        || thrown instanceof DataAccessResourceFailureException
        || thrown instanceof TransientDataAccessException
        || thrown instanceof TransactionException
        || thrown instanceof RedisException) {
      return Problem.of(ProblemType.OUTCOME_UNKNOWN);
    }
    if (thrown instanceof DataIntegrityViolationException) {
      return Problem.of(ProblemType.INVALID_REQUEST, "a value is beyond what a sale may have");
    }
    return Problem.of(ProblemType.INTERNAL);
  }

  /** The problem for a status that the framework or the server chose. */
  static Problem ofStatus(int status) {
    return Problem.of(
        switch (status) {
          case 401, 403 -> ProblemType.UNAUTHORIZED;
          case 404 -> ProblemType.NOT_FOUND;
          case 405 -> ProblemType.METHOD_NOT_ALLOWED;
          case 406 -> ProblemType.NOT_ACCEPTABLE;
          case 408 -> ProblemType.TOO_SLOW;
          case 413 -> ProblemType.TOO_LARGE;
          case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
          case 501, 505 -> ProblemType.INVALID_REQUEST; // of HTTP itself
          case 503 -> ProblemType.OVERLOADED;
          default -> status < 500 ? ProblemType.INVALID_REQUEST : ProblemType.INTERNAL;
        });
  }

  /** Readers of bodies wrap what we throw while they read. */
  private static @Nullable Problem thrownByUs(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof Problem problem) {
        return problem;
      }
    }
    return null;
  }

  private static String message(RuntimeException thrown) {
    return String.valueOf(thrown.getMessage());
  }
}
