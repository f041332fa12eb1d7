package io.holdfast.benchmarks.contestant;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.Holdfast;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The two scripts of an uncontended pair and their arguments, to be sent by a bare client: the floor.
 *
 * @param acquire source
 * @param release source
 * @param needsTime whether acquire takes a floor and a latest time
 */
public record LockScripts(String acquire, String release, boolean needsTime) {

  private static final AtomicLong NUMBERS = new AtomicLong();

  /** Exactly what Holdfast sends. */
  public static LockScripts ours() {
    return new LockScripts(resource("acquire"), resource("release"), true);
  }

  /** The same without server time and stamp: no token, no protection against late copies. */
  public static LockScripts withoutToken() {
    String acquire = """
        local remaining = redis.call('PTTL', KEYS[1])
        if remaining == -2 then
          redis.call('HSET', KEYS[1], ARGV[1], 'x')
          redis.call('PEXPIRE', KEYS[1], ARGV[2])
          return {1}
        end
        if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
          redis.call('PEXPIRE', KEYS[1], ARGV[2])
          return {1}
        end
        return {0, remaining}
        """;
    return new LockScripts(acquire, resource("release"), false);
  }

  /** A holder nobody else has. */
  public static String holder() {
    return "raw-" + ProcessHandle.current().pid() + ":" + NUMBERS.incrementAndGet();
  }

  /** The arguments of acquire. */
  public String[] acquireArguments(String holder, long leaseMillis) {
    String lease = Long.toString(leaseMillis);
    return needsTime
        ? new String[] {holder, lease, "0", "9007199254740991"}
        : new String[] {holder, lease};
  }

  /** The arguments of release. */
  public String[] releaseArguments(String holder, String name) {
    return new String[] {holder, "PUBLISH", "redisson_lock__channel:{" + name + "}"};
  }

  private static String resource(String script) {
    String path = "/io/holdfast/internal/protocol/" + script + ".lua";
    try (InputStream in = Holdfast.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no script " + path + " on the class path");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
