package io.holdfast.flashsale.load;

import java.util.concurrent.CompletionStage;

/** What is loaded. It must not block for long: who asks does not wait for the answer. */
@FunctionalInterface
public interface LoadTarget {

  /**
   * Asks once.
   *
   * @param number of the request, counted from 0
   * @return the kind of the answer, a short word by which it is counted; failing counts as {@code failed}
   */
  CompletionStage<String> ask(long number);
}
