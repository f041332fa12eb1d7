package io.holdfast.flashsale.accept;

import static io.lettuce.core.ScriptOutputType.INTEGER;

import io.holdfast.flashsale.sale.Sale;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.Map;

/**
 * What Redis is to know of a sale, gathered aside under names of the new epoch and put into place by one
 * script. Until then nothing that is in use is touched, so whoever is too late with it does no harm.
 */
public final class Rebuild {

  private static final Script REBUILD = Script.named("rebuild.lua", INTEGER);

  private final RedisClusterAsyncCommands<String, String> redis;
  private final KeySpace keys;
  private final Sale sale;
  private final String suffix;

  /**
   * Begins.
   *
   * @param sale as it is to be: paused, with its new epoch and what it has sold
   */
  public Rebuild(RedisClusterAsyncCommands<String, String> redis, Sale sale) {
    this.redis = redis;
    this.keys = new KeySpace(sale.id());
    this.sale = sale;
    this.suffix = ":" + sale.epoch();
    Replies.await(
        redis.unlink(keys.answers() + suffix, keys.users() + suffix, keys.released() + suffix));
  }

  /** Accepted wishes, by {@link KeySpace#field}, with their quantity. */
  public void answers(Map<String, String> some) {
    Replies.await(redis.hset(keys.answers() + suffix, some));
  }

  /** What users have. */
  public void users(Map<String, String> some) {
    Replies.await(redis.hset(keys.users() + suffix, some));
  }

  /** Orders whose units are on sale again, although nobody has said so in the database. */
  public void released(String... orders) {
    Replies.await(redis.sadd(keys.released() + suffix, orders));
  }

  /**
   * Puts it into place.
   *
   * @return whether it did; false: the stream is not empty, the sale is open in Redis, or somebody was quicker
   */
  public boolean finish() {
    String[] all = {
      keys.sale(),
      keys.answers(),
      keys.users(),
      keys.reserved(),
      keys.stream(),
      keys.released(),
      keys.answers() + suffix,
      keys.users() + suffix,
      keys.released() + suffix
    };
    return Replies.await(REBUILD.<Long>run(redis, all, Description.whole(sale))) == 1;
  }
}
