package io.holdfast.flashsale.lab;

import java.time.Duration;

/**
 * How long things take in a run: much shorter than in the service, so that nobody has to wait for an expiry.
 *
 * @param lockTime expiry of lock keys, and the lease time
 * @param patience how long a buyer waits for a lock
 * @param payWithin how long an order waits for its payment
 * @param stuckAfter a sale that answers nobody for so long will not go on
 * @param forced how long a fault waits for what must come, before it gives up
 */
record Timing(
    Duration lockTime,
    Duration patience,
    Duration payWithin,
    Duration stuckAfter,
    Duration forced) {

  static final Timing DEFAULT = new Timing(
      Duration.ofMillis(800),
      Duration.ofSeconds(3),
      Duration.ofHours(1),
      Duration.ofMillis(3500),
      Duration.ofSeconds(20));
}
