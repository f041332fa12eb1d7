package io.holdfast.flashsale.accept;

import static io.lettuce.core.ScriptOutputType.INTEGER;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The stream of a sale, as one consumer of its group sees it. Every method waits for Redis, for 5 s at most, and
 * throws {@link RedisException} when there is no answer. Thread-safe.
 */
public final class SaleStream {

  private static final Script WRITTEN = Script.named("written.lua", INTEGER);
  private static final Script BURY = Script.named("bury.lua", INTEGER);

  private final RedisClusterAsyncCommands<String, String> redis;
  private final KeySpace keys;
  private final Consumer<String> consumer;

  /**
   * The stream, for a consumer of that name.
   *
   * @param consumer the same after a restart
   */
  public SaleStream(RedisClusterAsyncCommands<String, String> redis, long saleId, String consumer) {
    this.redis = redis;
    this.keys = new KeySpace(saleId);
    this.consumer = Consumer.from(KeySpace.GROUP, consumer);
  }

  /** Makes sure that there is a group, and that it begins with the first entry. */
  public void ensureGroup() {
    try {
      Replies.await(redis.xgroupCreate(
          StreamOffset.from(keys.stream(), "0"),
          KeySpace.GROUP,
          XGroupCreateArgs.Builder.mkstream()));
    } catch (RedisBusyException thereIsOne) {
      // as it should be
    } catch (RedisCommandExecutionException e) {
      if (!isFull(e)) {
        throw e;
      } // no memory for a group, but there is one from the beginning on
    }
  }

  /** Entries that nobody has read so far, oldest first. */
  @SuppressWarnings("unchecked") // an array of one generic type, for varargs
  public List<StreamMessage<String, String>> next(int most) {
    return Replies.await(redis.xreadgroup(
        consumer, XReadArgs.Builder.count(most), StreamOffset.lastConsumed(keys.stream())));
  }

  /** Entries that somebody has read and not acknowledged, oldest first; they are this consumer's now. */
  public List<StreamMessage<String, String>> claim(int most) {
    return Replies.await(redis.xautoclaim(
            keys.stream(), XAutoClaimArgs.Builder.xautoclaim(consumer, 0, "0-0").count(most)))
        .getMessages();
  }

  /** How many entries wait, read or not. */
  public long length() {
    return Replies.await(redis.xlen(keys.stream()));
  }

  private static boolean isFull(RedisCommandExecutionException e) {
    return String.valueOf(e.getMessage()).startsWith("OOM");
  }

  /**
   * Adds an entry for every order that is reserved, if some have none: the stream was lost or cut. Entries that are there
   * twice become one order. The caller writes alone, and nothing is sold.
   *
   * @return how many were added
   */
  public int requeue() {
    Map<String, String> reserved = new HashMap<>(Replies.await(redis.hgetall(keys.reserved())));
    reserved.remove(KeySpace.SEAL);
    if (reserved.size() <= length()) {
      return 0;
    }
    List<CompletionStage<String>> added = new ArrayList<>();
    reserved.forEach((order, text) -> {
      Reservation reservation = Reservation.parse(text);
      added.add(redis.xadd(
          keys.stream(),
          Map.of(
              "order",
              order,
              "user",
              reservation.user(),
              "key",
              reservation.key(),
              "quantity",
              Integer.toString(reservation.quantity()),
              "at",
              Long.toString(reservation.acceptedAt().toEpochMilli()))));
    });
    added.forEach(Replies::await);
    return added.size();
  }

  /** These entries are orders in the database now: they and their reservations end. */
  public void written(List<String> entries, List<String> orders) {
    String[] arguments = new String[2 + entries.size() + orders.size()];
    arguments[0] = KeySpace.GROUP;
    arguments[1] = Integer.toString(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      arguments[2 + i] = entries.get(i);
      arguments[2 + entries.size() + i] = orders.get(i);
    }
    Replies.await(WRITTEN.<Long>run(
        redis, new String[] {keys.sale(), keys.reserved(), keys.stream()}, arguments));
  }

  /**
   * This entry will never be an order: it and its reservation end.
   *
   * @param order the order it would have been, or empty text
   * @param backOnSale whether there are units to sell again
   */
  public void bury(String entry, String order, boolean backOnSale) {
    Replies.await(BURY.<Long>run(
        redis,
        new String[] {keys.sale(), keys.users(), keys.reserved(), keys.stream()},
        KeySpace.GROUP,
        entry,
        order,
        backOnSale ? "1" : "0"));
  }
}
