package io.holdfast.flashsale.work;

import java.time.Duration;

/**
 * How long to wait after the nth time in vain: twice as long each time, up to a limit.
 *
 * @param first after the first time
 * @param most never longer than this
 */
public record Backoff(Duration first, Duration most) {

  private static final int MOST_DOUBLINGS = 30;

  /** After so many times in vain, from 1. */
  public Duration after(int tries) {
    long factor = 1L << Math.min(MOST_DOUBLINGS, Math.max(0, tries - 1));
    return first.compareTo(most.dividedBy(factor)) >= 0 ? most : first.multipliedBy(factor);
  }
}
