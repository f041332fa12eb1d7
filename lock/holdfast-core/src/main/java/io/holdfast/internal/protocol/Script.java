package io.holdfast.internal.protocol;

import io.holdfast.spi.ScriptCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The scripts, each a {@code .lua} resource whose header names keys, arguments and replies. */
enum Script {
  ACQUIRE,
  RENEW,
  RELEASE,
  YIELD,
  FORCE,
  INSPECT,
  PROBE;

  private final String source = load(name().toLowerCase(Locale.ROOT) + ".lua");
  private final String sha = sha1(source);

  String source() {
    return source;
  }

  String sha() {
    return sha;
  }

  ScriptCall bySha(List<String> keys, List<String> arguments) {
    return new ScriptCall(source, sha, true, keys, arguments);
  }

  private static String load(String file) {
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("script " + file + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("script " + file + " cannot be read", e);
    }
  }

  private static String sha1(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
