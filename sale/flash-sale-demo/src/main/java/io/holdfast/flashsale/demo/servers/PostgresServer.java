package io.holdfast.flashsale.demo.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL that keeps what it has committed: {@code fsync} and {@code synchronous_commit} are on. It
 * can be away for a while. It ends with this JVM, however that ends. Thread-safe.
 */
public final class PostgresServer implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  /** Below what the kernel takes for outgoing connections: nobody takes the port while the server is away. */
  private static final int LOWEST_PORT = 31_000;

  private final Path data;
  private final Path log;
  private int port;
  private @Nullable EmbeddedPostgres server;
  private @Nullable Process guard;

  private PostgresServer(Path directory) {
    this.data = directory.resolve("postgres");
    this.log = directory.resolve("postgres.log");
  }

  /**
   * Starts it on the data in that directory, or on a new one.
   *
   * @throws IllegalStateException with the reason, if it does not start
   */
  public static PostgresServer start(Path directory) {
    PostgresServer server = new PostgresServer(directory);
    server.start();
    return server;
  }

  /** Starts it again where it was. */
  public synchronized void start() {
    if (server != null) {
      return;
    }
    endLeftOver();
    try {
      EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
          .setDataDirectory(data)
          .setCleanDataDirectory(false)
          .setRegisterShutdownHook(false)
          .setPGStartupWait(START_LIMIT)
          .setLocaleConfig("locale", "C")
          .setServerConfig("fsync", "on")
          .setServerConfig("synchronous_commit", "on")
          .setServerConfig("max_connections", "100")
          .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()));
      if (port == 0) {
        port = Ports.firstFree(LOWEST_PORT + ThreadLocalRandom.current().nextInt(1_000));
      }
      server = builder.setPort(port).start();
      guard = guard(pid());
    } catch (IOException | RuntimeException e) {
      throw new IllegalStateException(
          "PostgreSQL did not start. It does not run as root unless 'unshare -U' works: as root in a"
              + " container, start as another user. Its log: " + log,
          e);
    }
  }

  /** Ends it; what was committed is there after {@link #start()}. */
  public synchronized void stop() {
    EmbeddedPostgres running = server;
    server = null;
    try {
      if (running != null) {
        running.close();
      }
      if (guard != null) {
        guard.getOutputStream().write("done\n".getBytes(US_ASCII));
        guard.getOutputStream().close();
        guard = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL on port " + port + " did not stop", e);
    }
  }

  @Override
  public void close() {
    stop();
  }

  /** Where clients connect. */
  public synchronized String jdbcUrl() {
    return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
  }

  /** Without a pool. */
  public DataSource database() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl());
    return source;
  }

  private long pid() throws IOException {
    return Long.parseLong(
        Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
  }

  /** A shell that ends the server when this JVM is gone without having said so. */
  private static Process guard(long pid) throws IOException {
    return new ProcessBuilder(
            "sh",
            "-c",
            "trap '' INT TERM HUP; read -r line; [ \"$line\" = done ] || kill -INT \"$0\"",
            Long.toString(pid))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** A server of an earlier run that is just about to end, or that nobody told to. */
  private void endLeftOver() {
    if (!Files.exists(data.resolve("postmaster.pid"))) {
      return;
    }
    try {
      ProcessHandle.of(pid())
          .filter(left -> left.info().command().orElse("postgres").endsWith("postgres"))
          .ifPresent(left -> {
            left.destroy();
            left.onExit().orTimeout(10, TimeUnit.SECONDS).join();
          });
    } catch (IOException | NumberFormatException e) {
      // The file went away or is broken: PostgreSQL itself will say so if that matters.
    }
  }
}
