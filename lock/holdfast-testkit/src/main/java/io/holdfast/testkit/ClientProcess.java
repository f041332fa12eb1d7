package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A main class in a JVM of its own, on this JVM's class path: a client that can be paused and killed. Talks in
 * lines, over its standard input and output. Dies with this JVM, even if that is killed. Thread-safe.
 */
public final class ClientProcess implements AutoCloseable {

  private final String name;
  private final Path errors;
  private final ServerProcess process;
  private final BufferedWriter input;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Runnable atExit = this::close;

  private ClientProcess(String name, Path errors, Process process) {
    this.name = name;
    this.errors = errors;
    this.process = new ServerProcess(process);
    this.input = process.outputWriter(UTF_8);
    BufferedReader output = process.inputReader(UTF_8);
    Thread reader =
        new Thread(() -> output.lines().forEach(lines::add), "holdfast-output-of-" + process.pid());
    reader.setUncaughtExceptionHandler(
        (thread, closed) -> {}); // the stream of a killed process: nothing to read
    reader.setDaemon(true);
    reader.start();
    ProcessGuard.atExit(atExit);
  }

  /**
   * {@return a new process, with a small heap}
   *
   * @param main the class whose {@code main} is run
   * @param args what it is given
   */
  public static ClientProcess start(Class<?> main, String... args) {
    return start(List.of(), main, args);
  }

  /**
   * {@return a new process, with further options for its JVM}
   *
   * @param jvmOptions added to our own, so that they win
   * @param main the class whose {@code main} is run
   * @param args what it is given
   */
  public static ClientProcess start(List<String> jvmOptions, Class<?> main, String... args) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return start(java, jvmOptions, main, args);
  }

  /**
   * {@return a new process, on another JDK}
   *
   * @param java the JDK's {@code java} command
   * @param jvmOptions added to our own, so that they win
   * @param main the class whose {@code main} is run
   * @param args what it is given
   */
  public static ClientProcess start(
      Path java, List<String> jvmOptions, Class<?> main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(
        List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath(), ChildMain.class.getName(), main.getName()));
    command.addAll(List.of(args));
    try {
      Path errors = ProcessGuard.tempPath("client-errors");
      Process process =
          new ProcessBuilder(command).redirectError(errors.toFile()).start();
      return new ClientProcess(main.getSimpleName(), errors, process);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  /** Surefire may start us with a class path of one manifest-only jar, and tells the real one here. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Sends a line to its standard input.
   *
   * @param line without its end
   */
  public synchronized void send(String line) {
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(describe("cannot be sent '" + line + "'"), e);
    }
  }

  /**
   * {@return the next line of output that starts so} Lines before it are skipped for good.
   *
   * @param prefix how the line starts
   * @param limit how long to wait, before scaling; after it, an {@link AssertionError} with the process's errors
   */
  public String awaitLine(String prefix, Duration limit) {
    return awaitLine("starting with '" + prefix + "'", line -> line.startsWith(prefix), limit);
  }

  /**
   * {@return the next line of output that matches} Lines before it are skipped for good.
   *
   * @param wanted whether this is the line
   * @param limit how long to wait, before scaling; after it, an {@link AssertionError} with the process's errors
   */
  public String awaitLine(Predicate<String> wanted, Duration limit) {
    return awaitLine("as wanted", wanted, limit);
  }

  private String awaitLine(String what, Predicate<String> wanted, Duration limit) {
    List<String> skipped = new ArrayList<>();
    long deadline = System.nanoTime() + Eventually.scaled(limit).toNanos();
    try {
      while (true) {
        String line = lines.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (line == null) {
          throw new AssertionError(
              describe("printed no line " + what + " within " + limit + ", but " + skipped));
        }
        if (wanted.test(line)) {
          return line;
        }
        skipped.add(line);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(describe("was not awaited to the end: interrupted"), e);
    }
  }

  /** {@return the process id} */
  public long pid() {
    return process.pid();
  }

  /** {@return whether the process runs, even if paused} */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Stops the whole JVM where it stands (SIGSTOP). */
  public void pause() {
    process.pause();
  }

  /** Lets a paused JVM go on. */
  public void resume() {
    process.resume();
  }

  /** Ends the JVM (SIGKILL): no hook, no {@code finally}. */
  public void kill() {
    process.kill();
  }

  /** As {@link #kill()}, and tidies up. */
  @Override
  public void close() {
    process.kill();
    ProcessGuard.notAtExit(atExit);
    try {
      Files.deleteIfExists(errors);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + errors, e);
    }
  }

  private String describe(String what) {
    return name + " (process " + pid() + (isAlive() ? "" : ", ended") + ") " + what
        + ". Its errors:\n" + ServerProcess.tail(errors);
  }
}
