package io.holdfast.benchmarks.scenario;

import com.google.gson.Gson;
import io.holdfast.benchmarks.client.ClientMain;
import io.holdfast.benchmarks.contestant.Contestants;
import io.holdfast.testkit.ClientProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client process, and the jobs it is given. */
final class Client implements AutoCloseable {

  /** The same for every contestant. ClientProcess begins with a C1-only JVM; the last word counts. */
  private static final List<String> JVM = List.of(
      "-Xms512m",
      "-Xmx512m",
      "-XX:TieredStopAtLevel=4",
      "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration JOB_LIMIT = Duration.ofMinutes(5);
  private static final Gson GSON = new Gson();

  private final Contestants contestant;
  private final ClientProcess process;

  private Client(Contestants contestant, ClientProcess process) {
    this.contestant = contestant;
    this.process = process;
  }

  static Client start(Contestants contestant, String uri, long leaseMillis, @Nullable Path java) {
    String[] args = {contestant.label(), uri, Long.toString(leaseMillis)};
    Client client = new Client(
        contestant,
        java == null
            ? ClientProcess.start(JVM, ClientMain.class, args)
            : ClientProcess.start(java, JVM, ClientMain.class, args));
    client.process.awaitLine("READY", START_LIMIT);
    return client;
  }

  /** Starts a job; {@link #result} waits for it. */
  void send(String job) {
    process.send(job);
  }

  <T> T result(Class<T> type) {
    String line = process.awaitLine(
        text -> text.startsWith("RESULT ") || text.startsWith("FAILED "), JOB_LIMIT);
    if (line.startsWith("FAILED ")) {
      throw new IllegalStateException(contestant.label() + ": " + line.substring(7));
    }
    return GSON.fromJson(line.substring(7), type);
  }

  <T> T carryOut(String job, Class<T> type) {
    send(job);
    return result(type);
  }

  @Override
  public void close() {
    process.close();
  }
}
