package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Threads that recurse without end, and take and give back a lock at every level: the overflow is mostly ours. */
class EndOfStackFaultIT extends OneServerFixture {

  private static final int THREADS = 24;
  private static final int SMALLEST_STACK = 200_000;

  @Test
  void recursions_withoutEnd_overflowAtTheDoorAndHarmNobody() throws Exception {
    Holdfast client = bob(Duration.ofSeconds(2));
    for (int i = 0; i < 500; i++) { // what is loaded for the first time needs more room
      client.lock(name).acquire().close();
    }
    Map<Thread, Throwable> ends = new ConcurrentHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String own = name + i;
      int detour = i;
      Thread thread = new Thread(
          null,
          () -> ends.put(Thread.currentThread(), thrownBy(client, own, detour)),
          "recursion-" + i,
          SMALLEST_STACK + 1_000L * i); // so that it comes somewhere else
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join(PATIENCE.toMillis());
    }
    assertThat(threads).noneMatch(Thread::isAlive);
    assertThat(ends.values()).hasSize(THREADS).allMatch(StackOverflowError.class::isInstance);
    assertThat(client.lock(name).tryAcquire(Duration.ofSeconds(1)))
        .as("somebody else's lock")
        .hasValueSatisfying(Lease::close);
    eventually(
        "what they could not give back ends with its lease", () -> server.keys().isEmpty());
    assertThat(client.activities()).isEmpty();
  }

  private static Throwable thrownBy(Holdfast client, String lockName, int detour) {
    try {
      recurse(client, lockName, detour);
      return new AssertionError("no end");
    } catch (Throwable e) {
      return e;
    }
  }

  private static int recurse(Holdfast client, String lockName, int detour)
      throws InterruptedException {
    if (detour > 0) {
      return recurse(client, lockName, detour - 1) + 1;
    }
    try (Lease lease = client.lock(lockName).acquire()) {
      assertThat(lease.isHeld()).isTrue();
    }
    return recurse(client, lockName, 0) + 1;
  }
}
