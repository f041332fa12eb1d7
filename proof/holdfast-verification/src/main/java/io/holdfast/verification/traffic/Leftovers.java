package io.holdfast.verification.traffic;

import io.holdfast.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Threads and connections that a closed client has left behind; a subscription lives in a connection. Threads of the JDK
 * that serve everybody do not count.
 */
final class Leftovers {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final List<String> OF_THE_JDK = List.of(
      "ForkJoinPool.commonPool", "Common-Cleaner", "process reaper", "CompletableFutureDelay");

  private static final Path OPEN_FILES = Path.of("/proc/self/fd"); // where there is one

  private static final int INODE = 9; // in the tables of the kernel

  private final Set<Thread> before;
  private final Set<String> socketsBefore;

  private Leftovers(Set<Thread> before, Set<String> socketsBefore) {
    this.before = before;
    this.socketsBefore = socketsBefore;
  }

  static Leftovers before() {
    return new Leftovers(Set.copyOf(Thread.getAllStackTraces().keySet()), sockets());
  }

  /** What is still there after a while. */
  List<String> find() {
    try {
      Eventually.within(PATIENCE).eventually("nothing is left", () -> all().isEmpty());
    } catch (ConditionTimeoutException stillThere) { // which is what we report
    }
    return all();
  }

  private List<String> all() {
    Set<String> sockets = sockets();
    sockets.removeAll(socketsBefore);
    return Stream.concat(threads().stream(), sockets.stream().map(name -> "connection " + name))
        .toList();
  }

  /** Of this process, those of TCP: the JDK keeps others for itself. */
  private static Set<String> sockets() {
    Set<String> sockets = new TreeSet<>();
    if (Files.isDirectory(OPEN_FILES)) {
      Set<String> tcp = tcp();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN_FILES)) {
        files.forEach(file -> target(file).filter(tcp::contains).ifPresent(sockets::add));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot list " + OPEN_FILES, e);
      }
    }
    return sockets;
  }

  /** All of the machine, as a file of this process would be linked to them. */
  private static Set<String> tcp() {
    Set<String> tcp = new TreeSet<>();
    for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
      try (Stream<String> lines = Files.lines(Path.of(table))) {
        lines
            .skip(1)
            .map(line -> line.trim().split("\\s+"))
            .forEach(word -> tcp.add("socket:[" + word[INODE] + "]"));
      } catch (IOException | UncheckedIOException e) { // no such protocol here
      }
    }
    return tcp;
  }

  private static Optional<String> target(Path file) {
    try {
      return Optional.of(Files.readSymbolicLink(file).toString());
    } catch (IOException closed) { // meanwhile
      return Optional.empty();
    }
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
