package io.holdfast.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A wall clock for one server that can be moved while it runs, by libfaketime: {@link
 * RedisServerBuilder#movableClock()}. Its monotonic clock stays as it is. Thread-safe.
 */
public final class MovableClock {

  /** Names the library, if it is not where Debian's package {@code libfaketime} puts it. */
  public static final String PROPERTY = "holdfast.libfaketime";

  private static final String NAME = "faketime/libfaketimeMT.so.1";

  private final Path library;
  private final Path file;
  private Duration offset = Duration.ZERO;

  MovableClock(Path directory) {
    this.library = library()
        .orElseThrow(() -> new IllegalStateException("libfaketime is not there: install the package"
            + " libfaketime, or name libfaketimeMT.so.1 with -D" + PROPERTY + "=<path>"));
    this.file = directory.resolve("clock");
    write(offset);
  }

  /** {@return the library, if this machine has it} */
  public static Optional<Path> library() {
    String named = System.getProperty(PROPERTY);
    if (named != null && !named.isBlank()) {
      return Optional.of(Path.of(named)).filter(Files::isRegularFile);
    }
    return Stream.of("/usr/lib", "/usr/lib64", "/usr/local/lib")
        .flatMap(MovableClock::withSubdirectories)
        .map(directory -> directory.resolve(NAME))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** Debian has one directory per architecture below {@code /usr/lib}. */
  private static Stream<Path> withSubdirectories(String directory) {
    Path path = Path.of(directory);
    if (!Files.isDirectory(path)) {
      return Stream.empty();
    }
    try (Stream<Path> children = Files.list(path)) {
      return Stream.concat(
          Stream.of(path),
          children.filter(child -> child.toString().contains("-linux-")).toList().stream());
    } catch (IOException unreadable) { // then the library is not there for us
      return Stream.of(path);
    }
  }

  /** What the server is started with. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library.toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "FAKETIME_NO_CACHE",
        "1");
  }

  /** {@return how far it is ahead of the machine's clock; negative if behind} */
  public synchronized Duration offset() {
    return offset;
  }

  /**
   * Sets the clock; the server sees it at once.
   *
   * @param ahead how far it is ahead of the machine's clock; negative if behind
   */
  public synchronized void set(Duration ahead) {
    write(ahead);
    offset = ahead;
  }

  /** In one piece: the server reads the file whenever it looks at the clock. */
  private void write(Duration ahead) {
    String seconds = String.format(Locale.ROOT, "%+.3f%n", ahead.toMillis() / 1_000.0);
    Path next = file.resolveSibling("clock.next");
    try {
      Files.writeString(next, seconds);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot set the clock " + file, e);
    }
  }
}
