package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.Point;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/*
 *   first    sold, about to let go ......................... lets go (of whose lock?)
 *   second                 lock expired, reads the stock ....|............................ writes
 *   third                                                     can it come in? reads, writes
 */
/**
 * A holder is stopped on its way out until its lock has expired and the next one has read the stock; that one is
 * stopped in turn, to see whether the first one's release lets others in beside it.
 */
final class SlowRelease implements Mischief {

  private final Point at;
  private final int nth;
  private final Duration firstStands;
  private final Duration secondStands;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger readers = new AtomicInteger();
  private final CountDownLatch secondReads = new CountDownLatch(1);
  private final CountDownLatch others;
  private volatile boolean firstIsStanding;

  SlowRelease(Point at, int nth, int others, Duration firstStands, Duration secondStands) {
    this.at = at;
    this.nth = nth;
    this.others = new CountDownLatch(others);
    this.firstStands = firstStands;
    this.secondStands = secondStands;
  }

  @Override
  public void passed(Point point, LabInstance instance) {
    if (point == at && count.incrementAndGet() == nth) {
      firstIsStanding = true;
      Mischief.await(secondReads, firstStands);
    } else if (firstIsStanding && point == Point.READ && readers.incrementAndGet() == 1) {
      secondReads.countDown();
      Mischief.await(others, secondStands);
    } else if (readers.get() > 0 && point == Point.WRITTEN) {
      others.countDown();
    }
  }

  @Override
  public void end() {
    secondReads.countDown();
    Mischief.open(others);
  }
}
