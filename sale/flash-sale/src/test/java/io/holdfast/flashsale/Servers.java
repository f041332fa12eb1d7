package io.holdfast.flashsale;

import io.holdfast.testkit.RedisServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One Redis and one PostgreSQL for the tests of a JVM: each test has sales of its own. */
public final class Servers {

  private Servers() {}

  /** Started when first asked for; ends with the JVM. */
  public static RedisServer redis() {
    return RedisHolder.SERVER;
  }

  /** Started when first asked for; ends with the JVM. Commits are on disk when they are answered. */
  public static EmbeddedPostgres postgres() {
    return PostgresHolder.SERVER;
  }

  /** The address of {@link #postgres()}. */
  public static String jdbcUrl() {
    return postgres().getJdbcUrl("postgres", "postgres");
  }

  private static final class RedisHolder {
    static final RedisServer SERVER = RedisServer.start();
  }

  private static final class PostgresHolder {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder()
            .setLocaleConfig("locale", "C")
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException("PostgreSQL did not start", e);
      }
    }
  }
}
