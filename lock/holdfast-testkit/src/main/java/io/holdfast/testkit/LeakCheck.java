package io.holdfast.testkit;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what outlives its purpose. Take one before the test, ask it afterwards: threads that were there before
 * do not count.
 */
public final class LeakCheck {

  private final Set<Thread> before;

  private LeakCheck(Set<Thread> before) {
    this.before = before;
  }

  /** {@return a check that has noted the threads that live now} */
  public static LeakCheck start() {
    return new LeakCheck(Set.copyOf(Thread.getAllStackTraces().keySet()));
  }

  /**
   * Waits until no new thread is left whose name starts with one of these.
   *
   * @param namePrefixes at least one, or nothing is checked
   */
  public void assertNoThreads(String... namePrefixes) {
    eventually(() -> assertThat(newThreads(List.of(namePrefixes)))
        .as("threads left, of those named %s…", List.of(namePrefixes))
        .isEmpty());
  }

  private List<String> newThreads(List<String> namePrefixes) {
    Set<Thread> now = new HashSet<>(Thread.getAllStackTraces().keySet());
    now.removeAll(before);
    return now.stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> namePrefixes.stream().anyMatch(name::startsWith))
        .sorted()
        .toList();
  }

  /**
   * Waits until the server has no key, no channel and no connection of that client name.
   *
   * @param server asked on connections of our own
   * @param clientName as given to {@code HoldfastBuilder.clientName}
   */
  public static void assertNothingLeft(RedisServer server, String clientName) {
    eventually(() -> {
      assertThat(server.keys()).as("keys left").isEmpty();
      assertThat(server.channels()).as("channels left").isEmpty();
      assertThat(server.shardChannels()).as("sharded channels left").isEmpty();
      assertThat(server.connectionCount(clientName))
          .as("connections named %s left", clientName)
          .isZero();
    });
  }
}
