package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.Rate;
import java.util.Set;

/**
 * How often one user and one address may ask. Thread-safe.
 *
 * @param perUser for users who buy
 * @param looks for users who look at their orders
 * @param perAddress for addresses
 * @param trusted addresses from which everybody may ask as often as they like
 */
record Limits(Rate perUser, Rate looks, Rate perAddress, Set<String> trusted) {

  private static final long SECOND = 1_000_000_000L;

  /**
   * Lets requests from that address pass, or not.
   *
   * @throws Problem if there are too many
   */
  void passAddress(String address) {
    if (!trusted.contains(address)) {
      pass(perAddress.ask(address));
    }
  }

  /**
   * Lets requests of that user pass, or not.
   *
   * @throws Problem if there are too many
   */
  void passUser(String user, String address) {
    if (!trusted.contains(address)) {
      pass(perUser.ask(user));
    }
  }

  /**
   * Lets a user look at orders, or not.
   *
   * @throws Problem if it is too often
   */
  void passLook(String user, String address) {
    if (!trusted.contains(address)) {
      pass(looks.ask(user));
    }
  }

  boolean isTrusted(String address) {
    return trusted.contains(address);
  }

  private static void pass(long nanosTooEarly) {
    if (nanosTooEarly > 0) {
      int seconds = (int) ((nanosTooEarly + SECOND - 1) / SECOND);
      throw seconds <= ProblemType.RATE_LIMITED.retryAfterSeconds()
          ? Problem.of(ProblemType.RATE_LIMITED)
          : Problem.retryAfter(ProblemType.RATE_LIMITED, seconds);
    }
  }
}
