package io.holdfast.verification.traffic;

import io.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.core.ConditionTimeoutException;

/** Threads that a closed client has left behind. Those of the JDK that serve everybody do not count. */
final class Leftovers {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final List<String> OF_THE_JDK = List.of(
      "ForkJoinPool.commonPool", "Common-Cleaner", "process reaper", "CompletableFutureDelay");

  private final Set<Thread> before;

  private Leftovers(Set<Thread> before) {
    this.before = before;
  }

  static Leftovers before() {
    return new Leftovers(Set.copyOf(Thread.getAllStackTraces().keySet()));
  }

  /** What is still there after a while. */
  List<String> find() {
    try {
      Eventually.within(PATIENCE)
          .eventually("no thread is left", () -> threads().isEmpty());
    } catch (ConditionTimeoutException stillThere) { // which is what we report
    }
    return threads();
  }

  private List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && !before.contains(thread))
        .map(Thread::getName)
        .filter(name -> OF_THE_JDK.stream().noneMatch(name::startsWith))
        .sorted()
        .map(name -> "thread " + name)
        .toList();
  }
}
