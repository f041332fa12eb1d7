package io.holdfast.flashsale.accept;

import static io.lettuce.core.ScriptOutputType.INTEGER;
import static io.lettuce.core.ScriptOutputType.MULTI;
import static io.lettuce.core.ScriptOutputType.VALUE;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.sale.Sale;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * What Redis knows of the sales. Thread-safe.
 *
 * <p>Stages end when Redis answers: how long that may take is a setting of the connection. Methods that wait
 * do so for 5 s, and throw {@link RedisException} when there is no answer.
 */
public final class SaleMemory {

  /** What {@link #publish} found. */
  public enum Published {
    /** Redis says what the database says. */
    DONE,
    /** Redis does not know the sale. */
    GONE,
    /** Redis knows it under another epoch, and sells nothing. */
    OTHER_EPOCH
  }

  private static final Script ACCEPT = Script.named("accept.lua", MULTI);
  private static final Script STANDING = Script.named("standing.lua", MULTI);
  private static final Script INTRODUCE = Script.named("introduce.lua", INTEGER);
  private static final Script PUBLISH = Script.named("publish.lua", INTEGER);
  private static final Script RELEASE = Script.named("release.lua", INTEGER);
  private static final Script PROVE = Script.named("prove.lua", VALUE);

  private static final int PORTION = 500;

  private final RedisClusterAsyncCommands<String, String> redis;

  public SaleMemory(RedisClusterAsyncCommands<String, String> redis) {
    this.redis = redis;
  }

  /**
   * Accepts a purchase, or says why not.
   *
   * @param seen the highest stamp of this sale that the caller has seen: Redis must not know less
   */
  public CompletionStage<Acceptance> accept(Purchase purchase, long seen) {
    return accept(purchase, seen, "0");
  }

  /** Accepts what was accepted before Redis lost it, although the sale may be paused or over meanwhile. */
  public CompletionStage<Acceptance> acceptAgain(Purchase purchase) {
    return accept(purchase, 0, "1");
  }

  private CompletionStage<Acceptance> accept(Purchase purchase, long seen, String promised) {
    KeySpace keys = new KeySpace(purchase.sale().id());
    CompletionStage<List<Object>> reply = ACCEPT.run(
        redis,
        new String[] {keys.sale(), keys.answers(), keys.users(), keys.reserved(), keys.stream()},
        Long.toString(purchase.sale().epoch()),
        purchase.user(),
        purchase.key(),
        purchase.orderId().toString(),
        Integer.toString(purchase.quantity()),
        Long.toString(seen),
        promised);
    return reply.thenApply(fields -> new Acceptance(
        Acceptance.Code.valueOf((String) fields.get(0)),
        Replies.number(fields, 1),
        Replies.bigNumber(fields, 2) == 1,
        Replies.bigNumber(fields, 3)));
  }

  /**
   * Whether Redis still knows what it has promised; if it does not, it sells nothing from here on.
   *
   * @param sale as the database has it
   * @param seen the highest stamp that anybody has seen
   * @param doubted whether the caller has another reason to doubt it
   * @return what is missing, if anything
   */
  public Optional<String> prove(Sale sale, long seen, boolean doubted) {
    String missing = Replies.await(PROVE.<String>run(
        redis,
        new KeySpace(sale.id()).all(),
        Long.toString(sale.epoch()),
        Long.toString(seen),
        doubted ? "1" : "0"));
    return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
  }

  /** The stamp of a sale of that epoch before its first change: those of older epochs are below. */
  public static long firstStamp(long epoch) {
    return Description.firstStamp(epoch);
  }

  /** Where the sale stands; empty if Redis does not know it. */
  public Optional<Standing> standing(long saleId) {
    return Replies.await(standingAsync(saleId));
  }

  /** As {@link #standing}, without blocking. */
  public CompletionStage<Optional<Standing>> standingAsync(long saleId) {
    return stand(saleId, "0")
        .thenApply(fields -> fields.isEmpty() ? Optional.empty() : Optional.of(standing(fields)));
  }

  /** Where the sale stands, with the orders that are reserved; empty if Redis does not know it. */
  public Optional<Promised> promised(long saleId) {
    List<Object> fields = Replies.await(stand(saleId, "1"));
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(new Promised(
            standing(fields),
            Replies.texts(fields, 5).stream()
                .filter(id -> !id.equals(KeySpace.SEAL))
                .toList()));
  }

  /**
   * A portion of the wishes that were ever accepted, by {@link KeySpace#field}. Nothing can be added while nothing is
   * left, so all portions together are all of them, if the generation is the same before and after.
   */
  public CompletionStage<MapScanCursor<String, String>> answered(long saleId, ScanCursor from) {
    return redis.hscan(new KeySpace(saleId).answers(), from, ScanArgs.Builder.limit(PORTION));
  }

  /** The order, if it is accepted and not in the database yet. */
  public Optional<Reservation> reservation(OrderId order) {
    return Optional.ofNullable(
            Replies.await(redis.hget(new KeySpace(order.saleId()).reserved(), order.toString())))
        .map(Reservation::parse);
  }

  /** Tells Redis of a new sale, once: a sale that it knows already stays as it is. */
  public void introduce(Sale sale) {
    KeySpace keys = new KeySpace(sale.id());
    Replies.await(INTRODUCE.<Long>run(redis, keys.all(), Description.whole(sale)));
  }

  /**
   * Tells Redis what the database says of a sale. The caller holds the sale's row: otherwise an older word may
   * come later. More units go on sale by it; fewer only where Redis has more than the database, and has not sold them.
   */
  public Published publish(Sale sale) {
    long reply = Replies.await(PUBLISH.<Long>run(
        redis, new String[] {new KeySpace(sale.id()).sale()}, Description.brief(sale)));
    return reply == 1 ? Published.DONE : reply == 0 ? Published.GONE : Published.OTHER_EPOCH;
  }

  /**
   * Puts the units of an order back on sale. Safe to repeat.
   *
   * @return the sale's stamp afterwards; -1: Redis does not have this epoch
   */
  public CompletionStage<Long> release(OrderId order, String user, int quantity, long epoch) {
    KeySpace keys = new KeySpace(order.saleId());
    return RELEASE.run(
        redis,
        new String[] {keys.sale(), keys.users(), keys.released()},
        Long.toString(epoch),
        order.toString(),
        user,
        Integer.toString(quantity));
  }

  private CompletionStage<List<Object>> stand(long saleId, String withOrders) {
    KeySpace keys = new KeySpace(saleId);
    return STANDING.run(
        redis, new String[] {keys.sale(), keys.reserved(), keys.stream()}, withOrders);
  }

  private static Standing standing(List<Object> fields) {
    return new Standing(
        Replies.number(fields, 0),
        Replies.number(fields, 1),
        Replies.bigNumber(fields, 2),
        Replies.bigNumber(fields, 3),
        Replies.bigNumber(fields, 4));
  }
}
