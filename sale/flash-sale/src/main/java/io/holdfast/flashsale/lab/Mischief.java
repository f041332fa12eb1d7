package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.Point;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Does to the instances of one run what its fault says. Told of every point that any of them passes. */
interface Mischief {

  /** Nothing is done to anybody. */
  Mischief NONE = (point, instance) -> {};

  /** May block, or end the instance. */
  void passed(Point point, LabInstance instance);

  /** The run is over: nobody is held any longer. */
  default void end() {}

  /** Waits; an interrupt ends it, for it means that the run is over. */
  static void await(CountDownLatch latch, Duration limit) {
    try {
      boolean unused = latch.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the waiting of everybody. */
  static void open(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      latch.countDown();
    }
  }
}
