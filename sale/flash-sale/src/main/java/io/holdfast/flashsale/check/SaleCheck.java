package io.holdfast.flashsale.check;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.ledger.SandboxBooks;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Checks, after a run, whether every promise was kept; on every rung. Thread-safe. */
public final class SaleCheck {

  private static final long LOOK_MILLIS = 20;
  private static final String LIVE =
      " from orders where sale_id = ? and status in ('AWAITING_PAYMENT', 'PAID')";

  /** Where the stock is that nobody has bought. */
  private record Stock(int available, int reserved, int pending) {}

  private final DataSource database;
  private final JdbcClient jdbc;
  private final SaleMemory memory;

  public SaleCheck(DataSource database, SaleMemory memory) {
    this.database = database;
    this.jdbc = JdbcClient.create(database);
    this.memory = memory;
  }

  /** Waits until nothing is pending and every promise is kept, so long at most, and then looks. */
  public Verdict of(Sale sale, Told told, Duration settleWithin) {
    long began = System.nanoTime();
    Verdict verdict = look(sale.id(), told);
    while (isUnsettled(sale, verdict) && System.nanoTime() - began < settleWithin.toNanos()) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return verdict;
      }
      verdict = look(sale.id(), told);
    }
    return verdict;
  }

  /** What time may still heal where buyers are answered first: orders to be written, units on their way back. */
  private static boolean isUnsettled(Sale sale, Verdict verdict) {
    return sale.rung() >= 10
        && (verdict.pending() > 0
            || verdict.lost() > 0
            || verdict.leaked() != 0
            || verdict.moneyOff() != 0);
  }

  private Verdict look(long saleId, Told told) {
    int rung = number("select rung from sales where id = ?", saleId);
    int total = number("select total from sales where id = ?", saleId);
    Stock stock = stock(saleId, rung, total);
    Set<UUID> written = new HashSet<>(jdbc.sql("select id from orders where sale_id = ?")
        .param(saleId)
        .query(UUID.class)
        .list());
    int units = number("select coalesce(sum(quantity), 0)" + LIVE, saleId);
    int leaked = total - stock.available() - stock.reserved() - units;
    if (leaked == 0 && rung >= 11) {
      leaked = number("select sold from sales where id = ?", saleId) - units;
    }
    Set<UUID> promised = ids(told.accepted());
    Set<UUID> perhaps = ids(told.unknown());
    return new Verdict(
        total,
        promised.size(),
        number("select count(*)" + LIVE, saleId),
        units,
        (int) promised.stream().filter(id -> !written.contains(id)).count(),
        (int) written.stream()
            .filter(id -> !promised.contains(id) && !perhaps.contains(id))
            .count(),
        number(
            "select count(*) from (select 1" + LIVE
                + " group by sale_id, user_id having sum(quantity) > (select per_user from sales where id = sale_id)) u",
            saleId),
        stock.pending(),
        leaked,
        moneyOff(saleId),
        Math.min(Math.max(0, stock.available()), told.turnedAway()));
  }

  /** By our ledger, and if that adds up by the books of the sandbox, where that is the provider. */
  private long moneyOff(long saleId) {
    MoneyBooks books = MoneyBooks.of(database, saleId);
    long off = books.taken() - books.returned() - books.paid();
    return off != 0 ? off : SandboxBooks.kept(database, saleId).orElse(books.paid()) - books.paid();
  }

  private Stock stock(long saleId, int rung, int total) {
    if (rung <= 9) {
      return new Stock(number("select available from shelves where sale_id = ?", saleId), 0, 0);
    } else if (rung == 12) {
      return new Stock(total - number("select sold from sales where id = ?", saleId), 0, 0);
    }
    Optional<Standing> standing = memory.standing(saleId);
    return standing
        .map(now -> new Stock(now.available(), now.reserved(), pending(now)))
        .orElse(new Stock(0, 0, 0));
  }

  /** Entries that wait to be written; units reserved without any entry wait for ever. */
  private static int pending(Standing standing) {
    return standing.pending() > 0 ? Math.toIntExact(standing.pending()) : standing.reserved();
  }

  private static Set<UUID> ids(Set<OrderId> orders) {
    return orders.stream().map(OrderId::value).collect(Collectors.toSet());
  }

  private int number(String sql, long saleId) {
    return jdbc.sql(sql).param(saleId).query(Integer.class).single();
  }
}
