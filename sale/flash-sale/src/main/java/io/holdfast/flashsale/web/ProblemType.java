package io.holdfast.flashsale.web;

import java.util.Locale;

/** The kinds of problems; their names are part of the API. */
enum ProblemType {
  INVALID_REQUEST(400, "A value is missing or wrong"),
  MISSING_KEY(400, "The header Idempotency-Key is missing"),
  UNAUTHORIZED(401, "No token, or one that is not ours"),
  PAYMENT_FAILED(402, "The payment was declined; the order still waits for it"),
  FORBIDDEN(403, "Your token lets you look, not change anything"),
  NOT_FOUND(404, "There is no such thing here"),
  METHOD_NOT_ALLOWED(405, "Not with this method"),
  NOT_ACCEPTABLE(406, "There is no such representation"),
  TOO_SLOW(408, "The body did not come in time"),
  SOLD_OUT(409, "Nothing left at the moment"),
  LIMIT_REACHED(409, "You have as many as one may have"),
  SALE_NOT_STARTED(409, "The sale has not begun"),
  SALE_PAUSED(409, "The sale is paused", 2),
  ORDER_OVER(409, "The order is over"),
  ORDER_NOT_YET(409, "The order is accepted and not in the database yet", 1),
  WRONG_STATE(409, "That does not fit the state of the sale"),
  LAB_BUSY(409, "One run at a time", 5),
  SALE_ENDED(410, "The sale is over"),
  TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body has to be JSON"),
  KEY_REUSED(422, "The same Idempotency-Key was used for another wish"),
  RATE_LIMITED(429, "Too many requests", 1),
  INTERNAL(500, "Something went wrong here"),
  OVERLOADED(503, "Too many at once; nothing happened", 1),
  OUTCOME_UNKNOWN(503, "It may have happened: ask again with the same key", 1);

  private final int status;
  private final String title;
  private final int retryAfterSeconds;

  ProblemType(int status, String title) {
    this(status, title, 0);
  }

  ProblemType(int status, String title, int retryAfterSeconds) {
    this.status = status;
    this.title = title;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  /** When to try again, unless the case itself tells; 0: the problem does not go away by itself. */
  int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** As in the member {@code type}. */
  String uri() {
    return "/problems/" + outcome();
  }

  /** Its short name. */
  String outcome() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
