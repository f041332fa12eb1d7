package io.holdfast.verification.sabotage;

/** The scripts of the sabotaged locks; the key is the lock, a hash of one holder and its token. */
final class Scripts {

  /** ARGV: holder, lease ms (0: none). Reply: the token, or minus what remains. */
  static final String ACQUIRE = """
      local mine = redis.call('HGET', KEYS[1], ARGV[1])
      if not mine and redis.call('EXISTS', KEYS[1]) == 1 then
        return -math.max(1, redis.call('PTTL', KEYS[1]))
      end
      mine = mine or redis.call('INCR', 'tokens:' .. KEYS[1])
      redis.call('HSET', KEYS[1], ARGV[1], mine)
      if ARGV[2] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
      return tonumber(mine)
      """;

  /** ARGV: holder, lease ms. Reply: whether it was still that holder's. */
  static final String RENEW = """
      if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
      return redis.call('PEXPIRE', KEYS[1], ARGV[2])
      """;

  /** As {@link #RENEW}, and takes the lock again if nobody has it. */
  static final String RENEW_OR_ACQUIRE = """
      if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], ARGV[1], '1') end
      redis.call('PEXPIRE', KEYS[1], ARGV[2])
      return redis.call('HEXISTS', KEYS[1], ARGV[1])
      """;

  /** ARGV: holder. Reply: whether it was that holder's. */
  static final String RELEASE = """
      local mine = redis.call('HDEL', KEYS[1], ARGV[1])
      if mine == 1 then redis.call('PUBLISH', 'released', KEYS[1]) end
      return mine
      """;

  /** Reply: whether there was anything. */
  static final String DELETE = "return redis.call('DEL', KEYS[1])";

  private Scripts() {}
}
