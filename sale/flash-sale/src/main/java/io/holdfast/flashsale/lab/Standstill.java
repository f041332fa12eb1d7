package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.Point;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whoever passes a point for the n-th time stands there until others have got on without it, if they can: its thread
 * alone, or its whole instance.
 */
final class Standstill implements Mischief {

  /**
   * Where, and until when.
   *
   * @param at the point
   * @param nth which pass, counted from 1
   * @param progress what shows that others get on
   * @param limit how long to stand at most: those who cannot get on are not waited for
   */
  record Plan(Point at, int nth, Point progress, Duration limit) {}

  private final Plan plan;
  private final boolean wholeInstance;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicReference<@Nullable LabInstance> standing = new AtomicReference<>();
  private final CountDownLatch others;

  Standstill(Plan plan, int others, boolean wholeInstance) {
    this.plan = plan;
    this.others = new CountDownLatch(others);
    this.wholeInstance = wholeInstance;
  }

  @Override
  public void passed(Point point, LabInstance instance) {
    if (point == plan.at() && count.incrementAndGet() == plan.nth()) {
      stand(instance);
    } else if (point == plan.progress()) {
      LabInstance stood = standing.get();
      if (stood != null && (!wholeInstance || stood != instance)) {
        others.countDown();
      }
    }
  }

  private void stand(LabInstance instance) {
    standing.set(instance);
    if (wholeInstance) {
      instance.freeze();
    }
    Mischief.await(others, plan.limit());
    if (wholeInstance) {
      instance.thaw();
    }
  }

  @Override
  public void end() {
    Mischief.open(others);
  }
}
