package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every lock that is renewed gets a timer thread of its own, never cancelled (lock4j). */
class TimerThreadPerRenewalIT extends Story {

  @Test
  void fiveHundredRenewedLocks_shareOneThread() throws Exception {
    Lease first = alices.acquire();
    awaitRenewals(first.token(), 1);
    Set<Long> before = threads();
    List<Lease> leases = IntStream.range(0, 500)
        .mapToObj(i -> alice.lock("sku:more:" + i).tryAcquire().orElseThrow())
        .toList();
    for (Lease lease : leases) {
      awaitRenewals(lease.token(), 1);
    }
    assertThat(threads()).isEqualTo(before);
    leases.forEach(Lease::close);
    first.close();
    assertIdle(alice);
    assertThat(threads()).isEqualTo(before);
  }

  /** Those of the JVM's common pool come and go as the listener of this test has work; they are not ours. */
  private static Set<Long> threads() {
    Set<Long> ids = new TreeSet<>();
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().startsWith("ForkJoinPool.commonPool"))
        .forEach(thread -> ids.add(thread.getId()));
    return ids;
  }
}
