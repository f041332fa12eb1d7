package io.holdfast.tests.crowd;

import io.holdfast.testkit.RespClient;
import java.util.Objects;

/**
 * A counter in Redis whose users read it, add one and write it back: whoever is not alone loses
 * updates. The number of accepted writes is counted beside it, so that a lost one shows.
 */
final class Store implements AutoCloseable {

  private static final String READ = """
      if ARGV[1] < (redis.call('GET', KEYS[2]) or '') then return -1 end
      redis.call('SET', KEYS[2], ARGV[1])
      return tonumber(redis.call('GET', KEYS[1]) or '0')
      """;
  private static final String WRITE = """
      if ARGV[1] < (redis.call('GET', KEYS[2]) or '') then return -1 end
      redis.call('SET', KEYS[2], ARGV[1])
      redis.call('SET', KEYS[1], ARGV[2])
      redis.call('INCR', KEYS[3])
      return 1
      """;

  private final RespClient redis;

  Store(int port) {
    this.redis = RespClient.connect(port);
  }

  /** Without looking at tokens. */
  long read() {
    Object value = redis.command("GET", "counter");
    return value == null ? 0 : Long.parseLong((String) value);
  }

  /** Without looking at tokens. */
  void write(long value) {
    redis.command("SET", "counter", Long.toString(value));
    redis.command("INCR", "accepted");
  }

  /** The value, or -1 for a token that is too old. */
  long read(long token) {
    return number("EVAL", READ, "2", "counter", "token", sortable(token));
  }

  /** Whether the write was accepted. */
  boolean write(long token, long value) {
    return number(
            "EVAL",
            WRITE,
            "3",
            "counter",
            "token",
            "accepted",
            sortable(token),
            Long.toString(value))
        == 1;
  }

  long accepted() {
    Object value = redis.command("GET", "accepted");
    return value == null ? 0 : Long.parseLong((String) value);
  }

  /** Tokens are beyond 2^53, where a script's numbers end: it compares them as text of one length. */
  private static String sortable(long token) {
    return String.format("%020d", token);
  }

  private long number(String... command) {
    Object reply = redis.command(command);
    return (Long) Objects.requireNonNull(reply);
  }

  @Override
  public void close() {
    redis.close();
  }
}
