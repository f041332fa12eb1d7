package io.holdfast.verification.traffic;

import io.holdfast.testkit.RespClient;
import io.holdfast.verification.checker.Evidence.Tally;
import io.holdfast.verification.history.Call;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Numbers on a server of their own, one per lock and kind, that are read, increased and written back: whoever
 * is not alone loses updates, and the count of accepted writes beside each number shows it. The fenced kind
 * sees a token on every access, keeps the greatest and refuses smaller ones. One connection; not
 * thread-safe.
 */
public final class Store implements AutoCloseable {

  /** What a refused access gets. */
  public static final long REFUSED = -1;

  /** KEYS: number, greatest token, refusals. ARGV: token, or empty text for the kind without. */
  private static final String READ = """
      if ARGV[1] < (redis.call('GET', KEYS[2]) or '') then
        redis.call('INCR', KEYS[3])
        return -1
      end
      redis.call('SET', KEYS[2], ARGV[1])
      return tonumber(redis.call('GET', KEYS[1]) or '0')
      """;

  /** KEYS: as above, and accepted. ARGV: as above, the new number, and until when (unix ms, or 0 for ever). */
  private static final String WRITE = """
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      if ARGV[3] ~= '0' and now >= tonumber(ARGV[3]) then
        return -1
      end
      if ARGV[1] < (redis.call('GET', KEYS[2]) or '') then
        redis.call('INCR', KEYS[3])
        return -1
      end
      redis.call('SET', KEYS[2], ARGV[1])
      redis.call('SET', KEYS[1], ARGV[2])
      return redis.call('INCR', KEYS[4])
      """;

  private static final long FOR_EVER = 0;
  private static final String NUMBER = ":number";
  private static final String ACCEPTED = ":accepted";
  private static final String REFUSALS = ":refused";

  private final RespClient redis;

  /** Connects to the server on that port. */
  public Store(int port) {
    this.redis = RespClient.connect(port);
  }

  /** The number of a lock, without a fence. */
  public long read(String lock) {
    return read("plain:" + lock, "");
  }

  /**
   * Writes the number of a lock, without a fence. A write that reaches the store after that deadline, on the clock of
   * {@link System#nanoTime()}, is not made: it was held up on the way, and the lock was meanwhile somebody else's.
   */
  public boolean writeInTime(String lock, long number, long deadlineNanos) {
    long wall =
        System.currentTimeMillis(); // first: whoever is held up in between, has less time, not more
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    long until = deadlineNanos == Call.NEVER ? FOR_EVER : wall + left;
    return write("plain:" + lock, "", number, until) != REFUSED;
  }

  /** The fenced number of a lock, or {@link #REFUSED}. */
  public long read(String lock, long token) {
    return read("fenced:" + lock, sortable(token));
  }

  /** Writes the fenced number of a lock; false if the token is too old. */
  public boolean write(String lock, long token, long number) {
    return write("fenced:" + lock, sortable(token), number, FOR_EVER) != REFUSED;
  }

  private long read(String key, String token) {
    return number(
        redis.command("EVAL", READ, "3", key + NUMBER, key + ":token", key + REFUSALS, token));
  }

  private long write(String key, String token, long number, long untilMillis) {
    return number(redis.command(
        "EVAL",
        WRITE,
        "4",
        key + NUMBER,
        key + ":token",
        key + REFUSALS,
        key + ACCEPTED,
        token,
        Long.toString(number),
        Long.toString(untilMillis)));
  }

  /** What came together for a lock, without a fence. */
  public Tally plain(String lock) {
    return tally("plain:" + lock);
  }

  /** What came together for a lock, with a fence. */
  public Tally fenced(String lock) {
    return tally("fenced:" + lock);
  }

  private Tally tally(String key) {
    Object reply = redis.command("MGET", key + ACCEPTED, key + NUMBER, key + REFUSALS);
    List<?> values = (List<?>) Objects.requireNonNull(reply);
    return new Tally(parse(values.get(0)), parse(values.get(1)), parse(values.get(2)));
  }

  private static long parse(@org.jspecify.annotations.Nullable Object value) {
    return value == null ? 0 : Long.parseLong(value.toString());
  }

  private static long number(@org.jspecify.annotations.Nullable Object reply) {
    return (Long) Objects.requireNonNull(reply);
  }

  /** Tokens are beyond 2^53, where a script's numbers end: it compares them as text of one length. */
  private static String sortable(long token) {
    return String.format("%020d", token);
  }

  @Override
  public void close() {
    redis.close();
  }
}
