package io.holdfast.tests.input;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.testkit.LeakCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses that cannot be one: named without their password, with what was expected. */
class BadUriIT {

  private LeakCheck leaks;

  @BeforeEach
  void before() {
    leaks = LeakCheck.start();
  }

  @AfterEach
  void noThreadIsLeft() {
    leaks.assertNoThreads("holdfast-timer", "holdfast-callback", "lettuce");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      commentCharacter = ';',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "http://localhost:6379          | expected redis://",
        "localhost:6379                 | expected redis://",
        "redis:/localhost               | expected redis://",
        "REDIS://localhost              | expected redis://",
        "redis://                       | expected redis://",
        "redis://localhost:0            | port 0 is not between 1 and 65535",
        "redis://localhost:65536        | port 65536 is not between 1 and 65535",
        "redis://localhost:port         | 'localhost:port' is not host[:port]",
        "redis://localhost:-1           | 'localhost:-1' is not host[:port]",
        "redis://localhost/one          | the database must be a number",
        "redis://one:1,two:2            | several hosts need redis-cluster://",
        "redis-sentinel://one:26379     | the name of the primary is missing: redis-sentinel://host[:port]",
        "redis-sentinel://one:26379#    | the name of the primary is missing",
        "redis-cluster://one:1,,two:2   | '' is not host[:port]",
        "redis-cluster://one:1/3        | a cluster has only database 0",
      })
  void uri(String uri, String expected) {
    assertThatThrownBy(() -> Holdfast.connect(uri))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a Redis URI: '" + uri + "': ")
        .hasMessageContaining(expected);
  }

  @Test
  void blankUri() {
    for (String blank : new String[] {"", " "}) {
      assertThatThrownBy(() -> Holdfast.connect(blank))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("not a Redis URI: '" + blank + "': expected redis://");
    }
  }

  @Test
  void nullUri() {
    assertThatThrownBy(() -> Holdfast.connect(nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("null")
        .hasMessageContaining("redis://");
  }

  @Test
  void password_isNeverShown() {
    for (String uri : new String[] {
      "http://alice:s3cret@localhost", "redis://:s3cret@localhost:0", "redis://s3cret@a,b"
    }) {
      assertThatThrownBy(() -> Holdfast.connect(uri))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("***")
          .hasMessageNotContaining("s3cret")
          .hasNoCause();
    }
  }

  /** The context class loader, by which providers are looked for, sees none. */
  @Test
  void noGatewayOnTheClassPath_namesTheArtifact() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      assertThatThrownBy(() -> Holdfast.connect("redis://localhost"))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "no gateway to Redis on the class path: add the artifact io.holdfast:holdfast-lettuce");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The null that NullAway would not let us pass. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }
}
