package io.holdfast.spring.integration;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KnownLocksTest {

  private final KnownLocks locks = new KnownLocks(name -> new ReentrantLock());

  @Test
  void locks_thatNobodyHas_areForgotten_othersStay() {
    Lock kept = locks.get("kept");
    for (int i = 0; i < 10_000; i++) {
      locks.get("key " + i);
    }
    eventually("only one is left", () -> {
      System.gc();
      return locks.size() == 1;
    });
    assertThat(locks.get("kept")).isSameAs(kept);
  }

  @Test
  void lock_askedForByManyAtOnce_isOne() {
    for (int round = 0; round < 200; round++) {
      String name = "key " + round;
      Set<Lock> seen = ConcurrentHashMap.newKeySet();
      List<Lock> all = IntStream.range(0, 8)
          .parallel()
          .mapToObj(i -> locks.get(name))
          .peek(seen::add)
          .toList();
      assertThat(all).hasSize(8);
      assertThat(seen).hasSize(1);
    }
  }
}
