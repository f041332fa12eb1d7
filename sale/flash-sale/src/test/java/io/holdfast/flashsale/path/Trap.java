package io.holdfast.flashsale.path;

import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stops an instance at one point, the first time it gets there: it waits, and then goes on or dies. */
final class Trap implements Points {

  private final Point where;
  private final boolean deadly;
  private final AtomicBoolean sprung = new AtomicBoolean();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  private Trap(Point where, boolean deadly) {
    this.where = where;
    this.deadly = deadly;
  }

  static Trap deadly(Point where) {
    Trap trap = new Trap(where, true);
    trap.released.countDown();
    return trap;
  }

  static Trap holding(Point where) {
    return new Trap(where, false);
  }

  @Override
  public void passed(Point point, long saleId) {
    if (point == where && sprung.compareAndSet(false, true)) {
      reached.countDown();
      await(released);
      if (deadly) {
        throw new Crashed(point);
      }
    }
  }

  void awaitReached() {
    await(reached);
  }

  void release() {
    released.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody came within 20 s");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
