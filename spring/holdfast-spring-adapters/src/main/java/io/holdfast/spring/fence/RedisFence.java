package io.holdfast.spring.fence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A fence in Redis: beside each key that is accessed through it, a second key in the same slot keeps the
 * greatest token seen, and smaller ones are refused, inside the script that does the access. Thread-safe.
 *
 * <p>Present the token on every access, the first read included, and let nobody touch the key otherwise:
 * then no update is lost. The fence of {@code sold:42} is the key <code>{sold:42}:fence</code>, that of
 * <code>{sold}:42</code> is <code>{sold}:42:fence</code>. It does not expire; a server that evicts or loses
 * it has forgotten every token, as it has when it fails over to a replica that lacks the last write: data
 * that must survive that belongs into a database, see {@link JdbcFence}.
 */
public final class RedisFence {

  /** Goes before every script. KEYS: the data, its fence. ARGV: token, then the script's own. */
  private static final String PROLOGUE = """
      local function padded(token) return string.rep('0', 19 - #token) .. token end
      local seen = redis.call('GET', KEYS[2]) or '0'
      if padded(ARGV[1]) < padded(seen) then return redis.error_reply('STALETOKEN ' .. seen) end
      redis.call('SET', KEYS[2], ARGV[1])
      """;

  private static final Pattern STALE = Pattern.compile("STALETOKEN (\\d{1,19})");
  private static final Pattern TAG = Pattern.compile("^[^{]*\\{[^}]+}.*", Pattern.DOTALL);

  private final StringRedisTemplate redis;

  /**
   * Beside the keys of one server or cluster.
   *
   * @param redis runs the scripts
   */
  public RedisFence(StringRedisTemplate redis) {
    this.redis = redis;
  }

  /**
   * Reads a string; from now on smaller tokens are refused.
   *
   * @param key the data
   * @param token that of the lease, above zero
   * @return its value; empty if there is none
   * @throws StaleTokenException if a greater token has passed before
   */
  public Optional<String> get(String key, long token) {
    return Optional.ofNullable(run(key, token, "return redis.call('GET', KEYS[1])", String.class));
  }

  /**
   * Writes a string.
   *
   * @param key the data
   * @param token that of the lease, above zero
   * @param value replaces what was there, its expiry included
   * @throws StaleTokenException if a greater token has passed before; nothing was written
   */
  public void set(String key, long token, String value) {
    run(key, token, "return redis.call('SET', KEYS[1], ARGV[2])", String.class, value);
  }

  /**
   * Runs a script of your own behind the fence.
   *
   * @param <T> what the script returns
   * @param key the data, {@code KEYS[1]} of the script
   * @param token that of the lease, above zero
   * @param body Lua; {@code ARGV[1]} is the token, the arguments follow from {@code ARGV[2]} on; the names
   *     {@code padded} and {@code seen} are taken
   * @param type of the result, as {@link RedisScript} understands it
   * @param arguments of the script
   * @return what the script returns; null for nothing
   * @throws StaleTokenException if a greater token has passed before; the body did not run
   */
  public <T> @Nullable T run(
      String key, long token, String body, Class<T> type, String... arguments) {
    StaleTokenException.checkToken(key, token);
    List<String> all = new ArrayList<>(List.of(Long.toString(token)));
    all.addAll(List.of(arguments));
    try {
      return redis.execute(
          RedisScript.of(PROLOGUE + body, type), List.of(key, fenceOf(key)), all.toArray());
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        Matcher stale = STALE.matcher(String.valueOf(cause.getMessage()));
        if (stale.find()) {
          throw new StaleTokenException(key, token, Long.parseLong(stale.group(1)));
        }
      }
      throw e;
    }
  }

  /** In the same slot: behind the key's own hash tag, or with the key as the tag. */
  static String fenceOf(String key) {
    if (TAG.matcher(key).matches()) {
      return key + ":fence";
    }
    if (key.isEmpty() || key.indexOf('{') >= 0 || key.indexOf('}') >= 0) {
      throw new IllegalArgumentException("key '" + key
          + "' is not possible: its fence would be in another slot;"
          + " use a full hash tag such as '{order}:42', or no braces");
    }
    return "{" + key + "}:fence";
  }
}
