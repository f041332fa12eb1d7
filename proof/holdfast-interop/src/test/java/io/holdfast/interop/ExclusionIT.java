package io.holdfast.interop;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Nobody is inside with somebody else, and nobody is kept out for ever. */
@OnEveryBackend
class ExclusionIT extends InteropFixture {

  private static final int TIMES = 300;
  private static final int TURNS = 20;

  private final Counter counter = new Counter();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final List<Future<?>> runs = new ArrayList<>();

  ExclusionIT(Backend backend) {
    super(backend);
  }

  /** Two clients of each kind; ours with a thread that owns by thread and two that own by lease. */
  @Test
  void clientsOfBothKinds_underLoad_loseNoUpdate() throws Exception {
    Holdfast alsoHoldfast = openHoldfast(settings -> settings);
    RedissonClient alsoRedisson = openRedisson(settings -> settings);
    for (DistributedLock lock : List.of(ours, alsoHoldfast.lock(name))) {
      begin("holdfast-thread", () -> {
        lock.lock();
        try {
          counter.increment();
        } finally {
          lock.unlock();
        }
      });
      for (int i = 0; i < 2; i++) {
        begin("holdfast-lease", () -> {
          try (Lease lease = lock.acquire()) {
            counter.increment();
            lease.ensureHeld();
          }
        });
      }
    }
    for (RLock lock : List.of(theirs, alsoRedisson.getLock(name))) {
      for (int i = 0; i < 2; i++) {
        begin("redisson", () -> {
          lock.lock();
          try {
            counter.increment();
          } finally {
            lock.unlock();
          }
        });
      }
    }
    for (Future<?> run : runs) {
      Actor.outcome(run);
    }
    assertThat(counter.value()).isEqualTo(runs.size() * TIMES);
  }

  private void begin(String who, Actor.Action turn) throws Exception {
    runs.add(actor(who).beginAction(() -> {
      for (int i = 0; i < TIMES; i++) {
        turn.run();
      }
    }));
  }

  /** Local hand-over must not keep the lock inside one client. */
  @Test
  void theirThread_whileEightOfOursHammer_getsItsTurns() throws Exception {
    hammer(() -> {
      try (Lease lease = ours.acquire()) {
        counter.increment();
        turns.incrementAndGet();
      }
    });
    Waits waits = new Waits(backend + ": theirs against eight of ours");
    for (int i = 0; i < TURNS; i++) {
      awaitAnotherTurn();
      bob.run(() -> {
        long start = System.nanoTime();
        assertThat(theirs.tryLock(10, TimeUnit.SECONDS)).isTrue();
        waits.since(start);
        counter.increment();
        theirs.unlock();
      });
    }
    assertTurns(waits);
  }

  @Test
  void ourThread_whileEightOfTheirsHammer_getsItsTurns() throws Exception {
    hammer(() -> {
      theirs.lock();
      counter.increment();
      turns.incrementAndGet();
      theirs.unlock();
    });
    Waits waits = new Waits(backend + ": ours against eight of theirs");
    for (int i = 0; i < TURNS; i++) {
      awaitAnotherTurn();
      long start = System.nanoTime();
      try (Lease lease = ours.acquire()) {
        waits.since(start);
        counter.increment();
      }
    }
    assertTurns(waits);
  }

  private void hammer(Actor.Action turn) throws Exception {
    for (int i = 0; i < 8; i++) {
      runs.add(actor("hammer").beginAction(() -> {
        while (!isOver.get()) {
          turn.run();
        }
      }));
    }
  }

  /** The next turn has to be won against the others, not kept. */
  private void awaitAnotherTurn() {
    int before = turns.get();
    eventually("one of the eight has a turn", () -> turns.get() > before);
  }

  private void assertTurns(Waits waits) throws Exception {
    isOver.set(true);
    for (Future<?> run : runs) {
      Actor.outcome(run);
    }
    waits.assertPrompt(TURNS);
    assertThat(waits.total()).isLessThan(Waits.PROMPT.multipliedBy(2));
    assertThat(counter.value()).isEqualTo(turns.get() + TURNS);
  }
}
