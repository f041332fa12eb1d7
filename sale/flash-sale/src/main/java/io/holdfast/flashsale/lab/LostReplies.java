package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.Point;
import java.util.concurrent.atomic.AtomicInteger;

/** Now and then the replies to whoever passes a point get lost. */
final class LostReplies implements Mischief {

  private static final int TIMES = 3;

  private final Point at;
  private final int every;
  private final AtomicInteger count = new AtomicInteger();

  LostReplies(Point at, int every) {
    this.at = at;
    this.every = every;
  }

  @Override
  public void passed(Point point, LabInstance instance) {
    if (point == at) {
      int n = count.incrementAndGet();
      if (n % every == 0 && n / every <= TIMES) {
        instance.loseReplies();
      }
    }
  }
}
