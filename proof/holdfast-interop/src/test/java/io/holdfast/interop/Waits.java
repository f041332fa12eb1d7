package io.holdfast.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long somebody waited for a lock, time after time. Thread-safe. */
final class Waits {

  /** Far below the leases of 30 s that would end the wait of somebody who was not woken. */
  static final Duration PROMPT = Eventually.scaled(Duration.ofSeconds(5));

  /** Below the two seconds after which Holdfast asks again in a cluster, unasked. */
  private static final Duration TYPICAL = Eventually.scaled(Duration.ofMillis(500));

  private static final Logger log = LoggerFactory.getLogger(Waits.class);

  private final String what;
  private final List<Duration> all = new ArrayList<>();

  Waits(String what) {
    this.what = what;
  }

  /** Notes a wait that began at that {@link System#nanoTime()} and ends now. */
  synchronized void since(long startNanos) {
    all.add(Duration.ofNanos(System.nanoTime() - startNanos));
  }

  synchronized Duration total() {
    return all.stream().reduce(Duration.ZERO, Duration::plus);
  }

  /** Fails unless there were that many, the greatest is far below a lease and the usual one is short. */
  synchronized void assertPrompt(int count) {
    List<Duration> sorted = all.stream().sorted().toList();
    assertThat(sorted).as(what).hasSize(count);
    Duration greatest = sorted.get(count - 1);
    Duration median = sorted.get(count / 2);
    log.info(
        "{}: {} waits, median {} µs, mean {} µs, greatest {} µs (number {})",
        what,
        count,
        median.toNanos() / 1_000,
        total().dividedBy(count).toNanos() / 1_000,
        greatest.toNanos() / 1_000,
        all.indexOf(greatest) + 1);
    assertThat(greatest).as("%s: greatest wait", what).isLessThan(PROMPT);
    assertThat(median).as("%s: median wait", what).isLessThan(TYPICAL);
  }
}
