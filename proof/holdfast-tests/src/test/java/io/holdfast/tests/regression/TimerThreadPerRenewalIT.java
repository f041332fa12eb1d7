package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every lock that is renewed gets a timer thread of its own, never cancelled (lock4j). */
class TimerThreadPerRenewalIT extends RegressionStory {

  @Test
  void fiveHundredRenewedLocks_shareOneThread() throws Exception {
    Lease first = alices.acquire();
    awaitRenewals(first.token(), 1);
    Set<String> before = threads();
    List<Lease> leases = IntStream.range(0, 500)
        .mapToObj(i -> alice.lock("sku:more:" + i).tryAcquire().orElseThrow())
        .toList();
    awaitRenewalOfEach(leases);
    assertThat(before).containsAll(threads());
    leases.forEach(Lease::close);
    first.close();
    assertIdle(alice);
    assertThat(before).containsAll(threads());
  }

  /** All but those that the JVM, Netty and the test's own runner start and end as they like. */
  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread -> !thread
                .getName()
                .matches(
                    "(ForkJoinPool.commonPool|holdfast-callback|globalEventExecutor|process reaper|surefire).*"))
        .forEach(thread -> names.add(thread.getName() + " #" + thread.getId()));
    return names;
  }
}
