package io.holdfast.flashsale.accept;

import static io.lettuce.core.ScriptOutputType.INTEGER;

import io.holdfast.flashsale.sale.Sale;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.OptionalInt;

/**
 * What takes something away from Redis: units, or all it knows of a sale. Every method waits for Redis, for 5 s at
 * most, and throws {@link RedisException} when there is no answer. Thread-safe.
 */
public final class SaleEnd {

  private static final Script LOWER = Script.named("lower.lua", INTEGER);
  private static final Script FORGET = Script.named("forget.lua", INTEGER);

  private final RedisClusterAsyncCommands<String, String> redis;

  public SaleEnd(RedisClusterAsyncCommands<String, String> redis) {
    this.redis = redis;
  }

  /**
   * What {@link #lower} found.
   *
   * @param isKnown whether Redis has the sale, under this epoch
   * @param atMost empty if it is done; else how many units could be taken
   */
  public record Lowered(boolean isKnown, OptionalInt atMost) {}

  /**
   * Takes units off sale that nobody has. The caller holds the sale's row, and the database's total follows in the
   * same transaction: should that fail, the next {@link SaleMemory#publish} puts the units back.
   *
   * @param total how many there are to be
   */
  public Lowered lower(Sale sale, int total) {
    long reply = Replies.await(LOWER.<Long>run(
        redis,
        new String[] {new KeySpace(sale.id()).sale()},
        Long.toString(sale.epoch()),
        Integer.toString(total)));
    return new Lowered(
        reply != -1, reply < -1 ? OptionalInt.of((int) (-2 - reply)) : OptionalInt.empty());
  }

  /** How many entries of the sale's stream wait to be written, whether Redis knows the sale or not. */
  public long unwritten(long saleId) {
    return Replies.await(redis.xlen(new KeySpace(saleId).stream()));
  }

  /**
   * Drops all that Redis knows of a sale; false if it is not closed there, or entries wait. Those of the Lab go
   * whatever their state.
   */
  public boolean forget(Sale sale) {
    return Replies.await(
            FORGET.<Long>run(redis, new KeySpace(sale.id()).all(), sale.lab() ? "1" : "0"))
        == 1;
  }
}
