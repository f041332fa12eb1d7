package io.holdfast.testkit;

import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.time.Duration;

/** What becomes of one command, or of its reply, at a {@link FaultProxy}. */
sealed interface ReplyFate {

  /** It is carried out; its reply is lost. */
  record Drop(AfterDrop then) implements ReplyFate {}

  /**
   * It is answered with an error.
   *
   * @param error code and words, without the leading minus
   * @param isCarriedOut whether the server sees it all the same
   */
  record Fail(String error, boolean isCarriedOut) implements ReplyFate {}

  /** It is carried out; its reply, and what follows on its connection, comes later by this. */
  record Late(Duration by) implements ReplyFate {}
}
