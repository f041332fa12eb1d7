package io.holdfast.flashsale.payment;

import java.io.IOException;

/** What providers say, or do not say. */
final class Answers {

  private Answers() {}

  /** A question to a provider. */
  @FunctionalInterface
  interface Question<T> {
    T ask() throws IOException, InterruptedException;
  }

  /** Its answer; whatever it throws means that nobody knows. */
  static <T> T of(Question<T> question) throws IOException, InterruptedException {
    try {
      return question.ask();
    } catch (RuntimeException e) {
      throw new IOException("the provider failed: " + e, e);
    }
  }
}
