package io.holdfast.tests.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.internal.HoldfastClient;
import io.holdfast.testkit.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** The lock's requests as a proxy sees them. */
public final class Wire {

  private static final List<String> ALL =
      List.of("acquire", "renew", "release", "yield", "force", "inspect");

  private Wire() {}

  /** From now on every request goes once: its first reply is the real one. */
  public static void load(RedisServer server) {
    ALL.forEach(script -> server.command("SCRIPT", "LOAD", source(script)));
  }

  public static Predicate<String> acquire(String lockName) {
    return request("acquire", lockName);
  }

  public static Predicate<String> renew(String lockName) {
    return request("renew", lockName);
  }

  public static Predicate<String> release(String lockName) {
    return request("release", lockName);
  }

  public static Predicate<String> yieldTurn(String lockName) {
    return request("yield", lockName);
  }

  private static Predicate<String> request(String script, String lockName) {
    String bySha = "EVALSHA " + sha(script) + " ";
    String inFull = "EVAL " + source(script);
    return text -> (text.startsWith(bySha) || text.startsWith(inFull)) && text.contains(lockName);
  }

  /** Matches the same, and keeps the text of what matched last. */
  public static Predicate<String> recording(
      Predicate<String> request, AtomicReference<String> text) {
    return sent -> {
      boolean matches = request.test(sent);
      if (matches) {
        text.set(sent);
      }
      return matches;
    };
  }

  private static String source(String script) {
    try (InputStream in = HoldfastClient.class.getResourceAsStream("protocol/" + script + ".lua")) {
      if (in == null) {
        throw new IllegalStateException("no script " + script + ".lua");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha(String script) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(source(script).getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
