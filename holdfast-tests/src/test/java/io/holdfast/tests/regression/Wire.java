package io.holdfast.tests.regression;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.Holdfast;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Predicate;

/** Recognises the lock's requests on their way through a {@link io.holdfast.testkit.FaultProxy}. */
final class Wire {

  private Wire() {}

  static Predicate<String> acquire(String lockName) {
    return call("acquire", lockName);
  }

  static Predicate<String> renew(String lockName) {
    return call("renew", lockName);
  }

  static Predicate<String> release(String lockName) {
    return call("release", lockName);
  }

  private static Predicate<String> call(String script, String lockName) {
    String source = source(script);
    String bySha = "EVALSHA " + sha(source) + " ";
    String inFull = "EVAL " + source;
    return text ->
        (text.startsWith(bySha) || text.startsWith(inFull)) && text.contains(" " + lockName + " ");
  }

  private static String source(String script) {
    String file = "/io/holdfast/internal/protocol/" + script + ".lua";
    try (InputStream in = Objects.requireNonNull(Holdfast.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha(String source) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-1").digest(source.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
