package io.holdfast.benchmarks.scenario;

import io.holdfast.testkit.RespClient;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

/** What the server did, from {@code INFO commandstats}: exact, and free of noise. */
public final class ServerStats implements AutoCloseable {

  /** Commands that clients send; whatever scripts call inside is not on the wire. */
  private static final Set<String> ON_THE_WIRE = Set.of(
      "eval", "evalsha", "wait", "subscribe", "unsubscribe", "psubscribe", "punsubscribe", "ping");

  private static final Set<String> SCRIPTS = Set.of("eval", "evalsha");

  private final RespClient connection;

  public ServerStats(String uri) {
    this.connection =
        RespClient.connect(URI.create(uri).getPort(), java.time.Duration.ofSeconds(60));
  }

  public synchronized void reset() {
    connection.command("CONFIG", "RESETSTAT");
  }

  /** Commands sent by clients since the reset. */
  public double wireCommands() {
    return sum(ON_THE_WIRE, (calls, micros) -> calls);
  }

  /** Time the server spent in scripts since the reset. */
  public double scriptMicros() {
    return sum(SCRIPTS, (calls, micros) -> micros);
  }

  public double calls(String command) {
    return sum(Set.of(command), (calls, micros) -> calls);
  }

  /** Processor time of the server process, in seconds. */
  public double cpuSeconds() {
    double seconds = 0;
    for (String line : text("INFO", "cpu").split("\r\n", -1)) {
      if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:")) {
        seconds += Double.parseDouble(line.substring(line.indexOf(':') + 1));
      }
    }
    return seconds;
  }

  public long keys() {
    return (Long) Objects.requireNonNull(command("DBSIZE"));
  }

  public int channels() {
    return ((List<?>) Objects.requireNonNull(command("PUBSUB", "CHANNELS"))).size();
  }

  public int connections() {
    return (int) text("CLIENT", "LIST").lines().count();
  }

  public String version() {
    return text("INFO", "server")
        .lines()
        .filter(line -> line.startsWith("redis_version:"))
        .findFirst()
        .orElse("redis_version:?")
        .substring("redis_version:".length());
  }

  public synchronized Object command(String... args) {
    return Objects.requireNonNull(connection.command(args));
  }

  private String text(String... args) {
    return (String) command(args);
  }

  private double sum(Set<String> commands, BiFunction<Double, Double, Double> reading) {
    double sum = 0;
    for (String line : text("INFO", "commandstats").split("\r\n", -1)) {
      if (line.startsWith("cmdstat_") && commands.contains(line.substring(8, line.indexOf(':')))) {
        sum += reading.apply(field(line, "calls="), field(line, "usec="));
      }
    }
    return sum;
  }

  private static double field(String line, String name) {
    int from = line.indexOf(name) + name.length();
    int to = from;
    while (to < line.length() && Character.isDigit(line.charAt(to))) {
      to++;
    }
    return Double.parseDouble(line.substring(from, to));
  }

  @Override
  public void close() {
    connection.close();
  }
}
