package io.holdfast.testkit;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that no child process outlives this JVM, however it ends. Thread-safe.
 *
 * <p>A normal end runs the shutdown hook. After {@code kill -9} or {@code Runtime.halt} no hook runs: a
 * small shell, which reads from a pipe that only we write to, sees its end, kills what is left and deletes its
 * directories.
 */
final class ProcessGuard {

  private static final String SHELL = """
      trap '' INT TERM HUP
      pids=
      while read -r verb pid; do
        rest=
        for p in $pids; do [ "$p" = "$pid" ] || rest="$rest $p"; done
        pids=$rest
        [ "$verb" = forget ] || pids="$pids $pid"
      done
      [ -z "$pids" ] || kill -9 $pids 2>/dev/null
      rm -rf "$0"*
      """;

  /** Everything this JVM's children have on disk starts like this. */
  private static final Path TEMP_PREFIX = Path.of(
      System.getProperty("java.io.tmpdir"),
      "holdfast-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime())
          + "-");

  private static final AtomicInteger TEMP_COUNT = new AtomicInteger();
  private static final Set<Runnable> AT_EXIT = ConcurrentHashMap.newKeySet();
  private static @Nullable BufferedWriter shell;

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> AT_EXIT.forEach(Runnable::run), "holdfast-testkit-exit"));
  }

  private ProcessGuard() {}

  /** A path of its own for something that is to be deleted with its process; nothing is there yet. */
  static Path tempPath(String what) {
    return Path.of(TEMP_PREFIX + what + "-" + TEMP_COUNT.incrementAndGet());
  }

  /** Runs {@code cleanUp} when the JVM ends normally. */
  static void atExit(Runnable cleanUp) {
    AT_EXIT.add(cleanUp);
  }

  static void notAtExit(Runnable cleanUp) {
    AT_EXIT.remove(cleanUp);
  }

  /** Kills that process when the JVM is gone. */
  static void adopt(long pid) {
    tell("adopt " + pid);
  }

  /** The process is gone; its number may soon be another's. */
  static void forget(long pid) {
    tell("forget " + pid);
  }

  private static synchronized void tell(String line) {
    try {
      BufferedWriter pipe = shell;
      if (pipe == null) {
        pipe = new ProcessBuilder("sh", "-c", SHELL, TEMP_PREFIX.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .outputWriter(StandardCharsets.US_ASCII);
        shell = pipe;
      }
      pipe.write(line + "\n");
      pipe.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the shell that guards child processes is gone", e);
    }
  }
}
