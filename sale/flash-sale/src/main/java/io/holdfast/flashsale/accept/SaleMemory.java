package io.holdfast.flashsale.accept;

import static io.lettuce.core.ScriptOutputType.INTEGER;
import static io.lettuce.core.ScriptOutputType.MULTI;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.sale.Sale;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.HashSet;
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
  private static final Script SOLD_OUT = Script.named("soldout.lua", MULTI);
  private static final Script INTRODUCE = Script.named("introduce.lua", INTEGER);
  private static final Script PUBLISH = Script.named("publish.lua", INTEGER);
  private static final Script RELEASE = Script.named("release.lua", INTEGER);

  private final RedisClusterAsyncCommands<String, String> redis;

  public SaleMemory(RedisClusterAsyncCommands<String, String> redis) {
    this.redis = redis;
  }

  /** Accepts a purchase, or says why not. */
  public CompletionStage<Acceptance> accept(Purchase purchase) {
    KeySpace keys = new KeySpace(purchase.sale().id());
    CompletionStage<List<Object>> reply = ACCEPT.run(
        redis,
        new String[] {keys.sale(), keys.answers(), keys.users(), keys.reserved(), keys.stream()},
        Long.toString(purchase.sale().epoch()),
        purchase.user(),
        purchase.key(),
        purchase.orderId().toString(),
        Integer.toString(purchase.quantity()));
    return reply.thenApply(fields -> new Acceptance(
        Acceptance.Code.valueOf((String) fields.get(0)),
        Replies.number(fields, 1),
        Replies.bigNumber(fields, 2) == 1));
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
        : Optional.of(new Promised(standing(fields), Replies.texts(fields, 5)));
  }

  /** What is needed to answer <i>sold out</i> from memory; empty if Redis does not know the sale. */
  public CompletionStage<Optional<SoldOut>> soldOut(long saleId) {
    KeySpace keys = new KeySpace(saleId);
    CompletionStage<List<Object>> reply =
        SOLD_OUT.run(redis, new String[] {keys.sale(), keys.answers()});
    return reply.thenApply(fields -> fields.isEmpty()
        ? Optional.empty()
        : Optional.of(new SoldOut(
            Replies.number(fields, 0),
            Replies.bigNumber(fields, 1),
            Replies.bigNumber(fields, 2),
            new HashSet<>(Replies.texts(fields, 3)))));
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
    Replies.await(INTRODUCE.<Long>run(
        redis, new String[] {keys.sale(), keys.stream()}, Description.whole(sale)));
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
   * @return whether they are; false: Redis does not have this epoch
   */
  public CompletionStage<Boolean> release(OrderId order, String user, int quantity, long epoch) {
    KeySpace keys = new KeySpace(order.saleId());
    CompletionStage<Long> reply = RELEASE.run(
        redis,
        new String[] {keys.sale(), keys.users(), keys.released()},
        Long.toString(epoch),
        order.toString(),
        user,
        Integer.toString(quantity));
    return reply.thenApply(code -> code >= 0);
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
