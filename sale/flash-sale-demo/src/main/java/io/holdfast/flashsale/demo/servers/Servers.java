package io.holdfast.flashsale.demo.servers;

import io.holdfast.testkit.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Redis and PostgreSQL, started side by side on data of their own. Thread-safe. */
public final class Servers implements AutoCloseable {

  /** How much of what Redis has accepted survives its own death. */
  public enum Durability {
    /** Everything: on disk before it is answered. */
    ALWAYS,
    /** All but about the last second. */
    EVERYSEC,
    /** Nothing. */
    NONE
  }

  private final RedisServer redis;
  private final PostgresServer postgres;

  private Servers(RedisServer redis, PostgresServer postgres) {
    this.redis = redis;
    this.postgres = postgres;
  }

  /**
   * Starts both on what is in that directory.
   *
   * @throws IllegalStateException with the reason, if one of them does not start
   */
  public static Servers start(Path directory, Durability durability) {
    Path redisData = directory.toAbsolutePath().resolve("redis");
    try {
      Files.createDirectories(redisData);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + redisData, e);
    }
    CompletableFuture<PostgresServer> postgres =
        CompletableFuture.supplyAsync(() -> PostgresServer.start(directory.toAbsolutePath()));
    RedisServer redis = RedisServer.builder()
        .config("appendonly", durability == Durability.NONE ? "no" : "yes")
        .config("appendfsync", durability == Durability.ALWAYS ? "always" : "everysec")
        .config("dir", '"' + redisData.toString() + '"')
        .start();
    try {
      return new Servers(redis, postgres.join());
    } catch (RuntimeException e) {
      redis.close();
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** The Redis of all instances. */
  public RedisServer redis() {
    return redis;
  }

  /** The PostgreSQL of all instances. */
  public PostgresServer postgres() {
    return postgres;
  }

  /** What an instance of the service needs in order to find both. */
  public List<String> settings() {
    return List.of(
        "--spring.data.redis.url=" + redis.uri(), "--spring.datasource.url=" + postgres.jdbcUrl());
  }

  /** Ends both; the data stays. */
  @Override
  public void close() {
    try (redis;
        postgres) {
      // Both are closed, also if one of them cannot be.
    }
  }

  /** Deletes a directory with all that is in it. */
  public static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    }
  }
}
