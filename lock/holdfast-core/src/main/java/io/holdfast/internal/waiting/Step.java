package io.holdfast.internal.waiting;

/** What is to be done next with a tenure that is free. */
enum Step {

  /** The next caller gets it. */
  GRANT,

  /** It is made to fit the next caller's lease. */
  RENEW_FIRST,

  /** Others have their turn, if there are any. */
  YIELD,

  /** It is released. */
  END
}
