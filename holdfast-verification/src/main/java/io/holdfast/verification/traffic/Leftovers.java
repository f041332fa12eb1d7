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

  /**
   * The timers of Reactor, of which a JVM has one set, whoever asked first. Lettuce looks for the primary behind
   * sentinels with them; nobody but the application may end them.
   */
  private static boolean isSharedByTheJvm(Thread thread) {
    return thread.isDaemon()
        && thread.getName().startsWith("parallel-")
        && thread.getClass().getName().startsWith("reactor.core.scheduler.");
  }

  private List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && !before.contains(thread) && !isSharedByTheJvm(thread))
        .map(Thread::getName)
        .filter(name -> OF_THE_JDK.stream().noneMatch(name::startsWith))
        .sorted()
        .map(name -> "thread " + name)
        .toList();
  }
}
