package io.holdfast.flashsale.order;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.work.Repeated;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Puts the units of orders that are over back on sale in Redis: release, then note it. A crash in between repeats
 * the release, which does nothing the second time; so may any number of instances. Thread-safe.
 *
 * <p>An order is released under the epoch that the database has. If Redis has another one it is being rebuilt, and
 * the order waits for the next round.
 */
public final class GiveBack implements AutoCloseable {

  private static final int BATCH = 500;
  private static final long LIMIT_SECONDS = 5;
  private static final UUID FIRST = new UUID(0, 0);

  private record Over(OrderId id, String user, int quantity, long epoch, boolean isClosed) {}

  private final JdbcClient jdbc;
  private final SaleStore sales;
  private final SaleMemory memory;
  private final Repeated rounds;

  public GiveBack(DataSource database, SaleMemory memory, Duration every) {
    this.jdbc = JdbcClient.create(database);
    this.sales = new SaleStore(database);
    this.memory = memory;
    this.rounds = new Repeated("give-back", every, this::sweep);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One round: gives back all that is to be given back now. */
  public void sweep() {
    UUID after = FIRST;
    List<Over> page;
    do {
      page = page(after);
      if (!page.isEmpty()) {
        note(release(page));
        after = page.get(page.size() - 1).id().value();
      }
    } while (page.size() == BATCH);
  }

  private List<Over> page(UUID after) {
    return jdbc.sql("""
        select o.id, o.user_id, o.quantity, s.epoch, s.status from orders o join sales s on s.id = o.sale_id
         where o.status in ('EXPIRED', 'CANCELLED') and not o.given_back and o.id > ?
         order by o.id limit ?""")
        .params(after, BATCH)
        .query((row, number) -> new Over(
            new OrderId(row.getObject("id", UUID.class)),
            row.getString("user_id"),
            row.getInt("quantity"),
            row.getLong("epoch"),
            row.getString("status").equals("CLOSED")))
        .list();
  }

  private List<UUID> release(List<Over> page) {
    List<UUID> released = new ArrayList<>();
    Map<Long, Long> stamps = new HashMap<>();
    var replies = page.stream()
        .map(over -> memory
            .release(over.id(), over.user(), over.quantity(), over.epoch())
            .toCompletableFuture()
            .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS))
        .toList();
    for (int i = 0; i < page.size(); i++) {
      try {
        Over over = page.get(i);
        long stamp = replies.get(i).join();
        if (stamp >= 0) {
          stamps.merge(over.id().saleId(), stamp, Math::max);
        }
        if (stamp >= 0
            || over.isClosed()) { // nothing of a closed sale is for sale, and its keys may be gone
          released.add(over.id().value());
        }
      } catch (CompletionException e) {
        throw new RedisException("the units of " + page.get(i).id() + " wait to be given back", e);
      }
    }
    stamps.forEach(sales::rely); // from here on Redis must know that they are back
    return released;
  }

  private void note(List<UUID> released) {
    jdbc.sql("update orders set given_back = true where id = any (?)")
        .param(released.toArray(new UUID[0]))
        .update();
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
  }
}
