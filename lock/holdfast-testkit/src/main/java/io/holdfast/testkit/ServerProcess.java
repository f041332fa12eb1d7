package io.holdfast.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One child process and the signals it can be sent. Thread-safe. */
final class ServerProcess {

  private final Process process;

  ServerProcess(Process process) {
    this.process = process;
    ProcessGuard.adopt(process.pid());
  }

  static ServerProcess start(
      List<String> command, Map<String, String> environment, Path directory, Path log) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      return new ServerProcess(builder
          .directory(directory.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Returns when every thread of the process stands still, where the system can tell. */
  void pause() {
    signal("STOP");
    Path tasks = Path.of("/proc", Long.toString(pid()), "task");
    if (Files.isDirectory(tasks)) {
      Eventually.eventually("process " + pid() + " stands still", () -> isStill(tasks));
    }
  }

  private static boolean isStill(Path tasks) throws IOException {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        String stat = Files.readString(thread.resolve("stat"));
        char state = stat.charAt(stat.lastIndexOf(')') + 2); // the name before it may hold anything
        if (state != 'T' && state != 't') {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException e) {
      return false; // a thread ended while we looked
    }
  }

  void resume() {
    signal("CONT");
  }

  /** Ends the process without a word to it; also one that is paused. Returns when it is gone. */
  void kill() {
    process.destroyForcibly();
    boolean interrupted = false;
    while (true) {
      try {
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
          throw new IllegalStateException(
              "process " + pid() + " did not end within a minute of SIGKILL");
        }
        break;
      } catch (
          InterruptedException
              e) { // finish first: a server left behind is worse; flag restored below
        interrupted = true;
      }
    }
    ProcessGuard.forget(pid());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void signal(String name) {
    if (!isAlive()) {
      throw new IllegalStateException(
          "process " + pid() + " is not running, it cannot be sent SIG" + name);
    }
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
          .redirectErrorStream(true)
          .start();
      String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill -" + name + " " + pid() + " failed: " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run kill -" + name + " " + pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during kill -" + name + " " + pid(), e);
    }
  }

  /** What the process has said so far, its last 4,000 characters. */
  static String tail(Path log) {
    try {
      String text = Files.exists(log) ? Files.readString(log) : "";
      return text.substring(Math.max(0, text.length() - 4_000));
    } catch (IOException e) {
      return "(its log " + log + " cannot be read: " + e + ")";
    }
  }
}
