package io.holdfast.flashsale.demo.instance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One instance of the service in a process of its own, started again where it was. Thread-safe. */
public final class InstanceProcess implements AutoCloseable {

  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final String name;
  private final int port;
  private final Path log;
  private final List<String> jvmOptions;
  private final List<String> settings;
  private @Nullable Process process;

  /**
   * Starts nothing yet.
   *
   * @param name the same after a restart
   * @param log where its output goes
   */
  public InstanceProcess(
      String name, int port, Path log, List<String> jvmOptions, List<String> settings) {
    this.name = name;
    this.port = port;
    this.log = log;
    this.jvmOptions = List.copyOf(jvmOptions);
    this.settings = List.copyOf(settings);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Where it answers. */
  public URI uri() {
    return URI.create("http://localhost:" + port);
  }

  /** Starts it, with further settings for this time; does not wait. */
  public synchronized void start(String... furtherSettings) {
    if (isAlive()) {
      throw new IllegalStateException("instance " + name + " runs already");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath(), InstanceMain.class.getName()));
    command.add("--server.port=" + port);
    command.add("--management.server.port=" + port); // one port is enough here
    command.add("--flash-sale.instance=" + name);
    command.addAll(settings);
    command.addAll(List.of(furtherSettings));
    try {
      process = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start instance " + name, e);
    }
  }

  /** Surefire may start us with a class path of one manifest-only jar, and tells the real one here. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Waits until it answers.
   *
   * @throws IllegalStateException with the end of its log, if it ends before, or does not answer in time
   */
  public void awaitReady(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!answers()) {
      if (!isAlive() || System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("instance " + name + " on port " + port
            + (isAlive() ? " did not answer within " + limit.toSeconds() + " s" : " has ended")
            + ". Its log, " + log + ", ends:\n" + logTail());
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private boolean answers() {
    try {
      HttpURLConnection request = (HttpURLConnection)
          uri().resolve("/actuator/health/readiness").toURL().openConnection();
      request.setConnectTimeout(1000);
      request.setReadTimeout(2000);
      return request.getResponseCode() == 200;
    } catch (IOException notYet) { // asked again until the limit
      return false;
    }
  }

  /** Whether its process runs. */
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Ends it as {@code kill -9} does, and returns when it is gone. */
  public synchronized void kill() {
    if (process != null) {
      process.destroyForcibly();
      process.onExit().join();
    }
  }

  /** Asks it to end, and returns when it is gone: killed if it takes too long, by which nothing is lost. */
  @Override
  public void close() {
    Process ending;
    synchronized (this) {
      ending = process;
    }
    if (ending != null) {
      ending.destroy();
      ending
          .onExit()
          .completeOnTimeout(ending, STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
          .join();
      kill();
    }
  }

  /** Waits until its process has ended by itself; returns how. */
  public int awaitExit(Duration limit) throws InterruptedException {
    Process ending;
    synchronized (this) {
      ending = process;
    }
    if (ending == null || !ending.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("instance " + name + " did not end within "
          + limit.toSeconds() + " s. Its log ends:\n" + logTail());
    }
    return ending.exitValue();
  }

  private String logTail() {
    try {
      String text = Files.exists(log) ? Files.readString(log) : "";
      return text.substring(Math.max(0, text.length() - 4_000));
    } catch (IOException e) {
      return "(cannot be read: " + e + ")";
    }
  }
}
