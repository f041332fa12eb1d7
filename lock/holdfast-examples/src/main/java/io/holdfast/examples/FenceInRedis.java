package io.holdfast.examples;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;

/**
 * A number in a Redis hash that takes the token on every access, the first read included. Tokens are
 * beyond 2^53, where Lua's numbers lose digits: they are compared as text of equal length.
 */
public final class FenceInRedis {

  private static final String SCRIPT = """
      -- KEYS: the hash {value, token}. ARGV: token, new value (none: read). Reply: value, or nil: refused
      local function padded(token) return string.rep('0', 19 - #token) .. token end
      local seen = redis.call('HGET', KEYS[1], 'token') or '0'
      if padded(ARGV[1]) < padded(seen) then return false end
      redis.call('HSET', KEYS[1], 'token', ARGV[1])
      if ARGV[2] then redis.call('HSET', KEYS[1], 'value', ARGV[2]) end
      return redis.call('HGET', KEYS[1], 'value') or '0'
      """;

  private final RedisCommands<String, String> redis;
  private final String key;

  public FenceInRedis(RedisCommands<String, String> redis, String key) {
    this.redis = redis;
    this.key = key;
  }

  /** Reads the value, 0 at first; older tokens are refused from now on. */
  public long read(long token) {
    return access(token, Long.toString(token));
  }

  /** Writes the value. */
  public void write(long token, long value) {
    access(token, Long.toString(token), Long.toString(value));
  }

  private long access(long token, String... args) {
    @Nullable String value = redis.eval(SCRIPT, ScriptOutputType.VALUE, new String[] {key}, args);
    if (value == null) {
      throw new StaleTokenException(key, token);
    }
    return Long.parseLong(value);
  }
}
