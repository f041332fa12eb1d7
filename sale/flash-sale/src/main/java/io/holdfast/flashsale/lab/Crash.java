package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The first instance that passes a point for the n-th time, counted over all of them, dies there. */
final class Crash implements Mischief {

  private final Point at;
  private final int nth;
  private final @Nullable Point heldUntilThen;
  private final Duration limit;
  private final AtomicInteger count = new AtomicInteger();
  private final CountDownLatch crashed = new CountDownLatch(1);

  private Crash(Point at, int nth, @Nullable Point heldUntilThen, Duration limit) {
    this.at = at;
    this.nth = nth;
    this.heldUntilThen = heldUntilThen;
    this.limit = limit;
  }

  static Crash at(Point at, int nth) {
    return new Crash(at, nth, null, Duration.ZERO);
  }

  /** The same, and until then nobody gets past another point: so there is something to lose. */
  static Crash withBacklog(Point at, int nth, Point held, Duration limit) {
    return new Crash(at, nth, held, limit);
  }

  @Override
  public void passed(Point point, LabInstance instance) {
    if (point == at && count.incrementAndGet() == nth) {
      instance.crash();
      crashed.countDown();
      throw new Points.Crashed(point);
    }
    if (point == heldUntilThen) {
      Mischief.await(crashed, limit);
      if (!instance.isAlive()) {
        throw new Points.Crashed(point);
      }
    }
  }

  @Override
  public void end() {
    crashed.countDown();
  }
}
