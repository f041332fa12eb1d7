package io.holdfast.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lock goes back and forth between the two, in strict alternation: {@code -Dholdfast.interop.rounds}
 * times (default 1,000; a tenth of it in a cluster).
 */
@OnEveryBackend
class PingPongIT extends InteropFixture {

  /*
   * The holder lets go only when the other one is about to ask, and asks again only when the other one
   * has it. So every pass is won against a holder, and the release falls into another moment of the
   * other's wait each time: before its request, between its subscription and its second request, asleep.
   *
   *   ours    |== holds ==|            | asks . . . . |== holds ==|
   *   theirs      | asks . . . . |== holds ===========|       | asks . . .
   */
  private static final int ROUNDS = Integer.getInteger("holdfast.interop.rounds", 1_000);

  private static final Duration LIMIT = Eventually.scaled(Duration.ofMinutes(5));
  private static final Logger log = LoggerFactory.getLogger(PingPongIT.class);

  private final int passesEach = Math.max(1, ROUNDS / (backend.isCluster() ? 20 : 2));

  /** Protected by the lock alone. */
  private int passes;

  private String lastHolder = "";

  PingPongIT(Backend backend) {
    super(backend);
  }

  @Test
  void lock_passedBackAndForth_neverWaitsForALease() throws Exception {
    Waits ourWaits = new Waits(backend + ": ours in ping-pong");
    Waits theirWaits = new Waits(backend + ": theirs in ping-pong");
    Player us = new Player("ours", ours, ourWaits);
    Player them = new Player("theirs", theirs, theirWaits);
    us.mayAsk.release();

    long start = System.nanoTime();
    Future<?> weDo = actor("alice").beginAction(() -> us.play(them));
    Future<?> theyDo = bob.beginAction(() -> them.play(us));
    us.asks.acquire();
    weDo.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    theyDo.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    assertThat(passes).isEqualTo(2 * passesEach);
    log.info("{}: {} passes in {} ms", backend, passes, (System.nanoTime() - start) / 1_000_000);
    ourWaits.assertPrompt(passesEach);
    theirWaits.assertPrompt(passesEach);
  }

  /** One side of the table. */
  private final class Player {

    private final String who;
    private final Lock lock;
    private final Waits waits;
    private final Semaphore mayAsk = new Semaphore(0);
    private final Semaphore asks = new Semaphore(0);

    Player(String who, Lock lock, Waits waits) {
      this.who = who;
      this.lock = lock;
      this.waits = waits;
    }

    void play(Player other) throws InterruptedException {
      for (int i = 0; i < passesEach; i++) {
        mayAsk.acquire();
        asks.release();
        long start = System.nanoTime();
        lock.lock();
        waits.since(start);
        assertThat(lastHolder).as("pass %s", passes).isNotEqualTo(who);
        lastHolder = who;
        passes++;
        boolean isLastPass = passes == 2 * passesEach;
        if (!isLastPass) {
          other.mayAsk.release();
          other.asks.acquire();
          letTimePass(i);
        }
        lock.unlock();
      }
    }

    /** From no round trip to several. */
    private void letTimePass(int pass) {
      for (int i = 0; i < pass % 4; i++) {
        assertThat(theirs.isLocked()).isTrue();
      }
    }
  }
}
