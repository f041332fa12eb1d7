package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.Point;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Buyers who have read the stock wait for others who have read it too, some rounds; if nobody comes, no longer. */
final class Gathering implements Mischief {

  private final int parties;
  private final Duration firstRound;
  private final Duration nextRounds;
  private int roundsLeft;
  private int waiting;
  private CountDownLatch round;
  private volatile boolean metOnce;

  Gathering(int parties, int rounds, Duration firstRound, Duration nextRounds) {
    this.parties = parties;
    this.firstRound = firstRound;
    this.nextRounds = nextRounds;
    this.roundsLeft = rounds;
    this.round = new CountDownLatch(1);
  }

  @Override
  public void passed(Point point, LabInstance instance) {
    if (point != Point.READ) {
      return;
    }
    CountDownLatch mine = join();
    Mischief.await(mine, metOnce ? nextRounds : firstRound);
    if (mine.getCount() > 0) {
      end();
    }
  }

  private synchronized CountDownLatch join() {
    CountDownLatch mine = round;
    if (roundsLeft > 0 && ++waiting == parties) {
      waiting = 0;
      roundsLeft--;
      round = new CountDownLatch(roundsLeft > 0 ? 1 : 0);
      metOnce = true;
      mine.countDown();
    }
    return mine;
  }

  @Override
  public synchronized void end() {
    roundsLeft = 0;
    round.countDown();
  }
}
