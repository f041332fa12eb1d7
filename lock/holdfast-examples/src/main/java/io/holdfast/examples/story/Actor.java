package io.holdfast.examples.story;

import io.holdfast.testkit.ClientProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A client in a process of its own, and the thread that listens to it. */
final class Actor implements AutoCloseable {

  private static final Duration VERY_LONG = Duration.ofDays(1);

  private final String name;
  private final ClientProcess process;
  private final Thread listening;
  private volatile String errors = "";

  private Actor(String name, ClientProcess process, Consumer<String> heard) {
    this.name = name;
    this.process = process;
    this.listening = new Thread(() -> listen(heard), "story-listens-to-" + name);
    listening.setDaemon(true);
    listening.start();
  }

  static Actor start(String name, String uri, Sabotage sabotage, Consumer<String> heard) {
    ClientProcess process =
        ClientProcess.start(List.of(sabotage.jvmOption()), ActorMain.class, name, uri);
    return new Actor(name, process, heard);
  }

  private void listen(Consumer<String> heard) {
    try {
      while (true) {
        heard.accept(process.awaitLine(line -> true, VERY_LONG));
      }
    } catch (AssertionError interrupted) { // by lastWords() or close(): nothing more to hear
      errors = String.valueOf(interrupted.getMessage());
    }
  }

  /** Stops listening and returns what is known of the process: whether it lives, its errors. */
  String lastWords() throws InterruptedException {
    listening.interrupt();
    listening.join();
    return errors;
  }

  String name() {
    return name;
  }

  void send(String line) {
    process.send(line);
  }

  ClientProcess process() {
    return process;
  }

  @Override
  public void close() {
    listening.interrupt();
    process.close();
  }
}
