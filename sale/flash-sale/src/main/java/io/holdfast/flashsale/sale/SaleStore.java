package io.holdfast.flashsale.sale;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The sales of the database. Who changes something here tells Redis, too. Thread-safe. */
public final class SaleStore {

  static final String COLUMNS = """
      id, name, rung, price_cents, per_user, total, sold, opens_at, ends_at, status, pause_reason, epoch, lab""";

  /** What of a sale decides whether there is something to do. */
  private static final String STATE = "(status || ' ' || extract(epoch from ends_at))";

  private final DataSource database;
  private final JdbcClient jdbc;

  public SaleStore(DataSource database) {
    this.database = database;
    this.jdbc = JdbcClient.create(database);
  }

  /** Makes a sale that is paused, for the reason given, until somebody opens it. */
  public Sale create(NewSale wish, String pauseReason) {
    return jdbc.sql("""
        insert into sales
          (name, rung, price_cents, per_user, total, opens_at, ends_at, status, pause_reason, lab)
        values (?, ?, ?, ?, ?, ?, ?, 'PAUSED', ?, ?)
        returning\s""" + COLUMNS)
        .params(
            wish.name(),
            wish.rung(),
            wish.priceCents(),
            wish.perUser(),
            wish.total(),
            wish.opensAt().atOffset(ZoneOffset.UTC),
            wish.endsAt().atOffset(ZoneOffset.UTC),
            pauseReason,
            wish.lab())
        .query(SaleStore::sale)
        .single();
  }

  /** The sale of that number. */
  public Optional<Sale> find(long id) {
    return jdbc.sql("select " + COLUMNS + " from sales where id = ?")
        .param(id)
        .query(SaleStore::sale)
        .optional();
  }

  /**
   * The sale of that number.
   *
   * @throws NoSuchSaleException if there is none
   */
  public Sale get(long id) {
    return find(id).orElseThrow(() -> new NoSuchSaleException(id));
  }

  /** The newest thousand sales that are not archived, newest first: those of the Lab, or the others. */
  public List<Sale> list(boolean lab) {
    return jdbc.sql("select " + COLUMNS
            + " from sales where lab = ? and archived_at is null order by id desc limit 1000")
        .param(lab)
        .query(SaleStore::sale)
        .list();
  }

  /**
   * Sales of the production path that may still have something to do: all but those that are {@link #settle settled}, or
   * closed with all written, or that Redis has forgotten.
   */
  public List<Sale> active(boolean lab) {
    return jdbc.sql("select " + COLUMNS + """
         from sales
        where rung = 11 and lab = ? and settled is distinct from
        \s""" + STATE + """
          and settled_at is null and forgotten_at is null
        order by id""")
        .param(lab)
        .query(SaleStore::sale)
        .list();
  }

  /** Notes that there is nothing left to do for a sale that is over, until its end or its status is changed. */
  public void settle(Sale sale) {
    jdbc.sql("update sales set settled = " + STATE + " where id = ? and status = ? and ends_at = ?")
        .params(sale.id(), sale.status().name(), sale.endsAt().atOffset(ZoneOffset.UTC))
        .update();
  }

  /**
   * What the database relies on in Redis.
   *
   * @param stamp the highest one whose change the database knows of
   * @param doubted whether there is another reason to doubt what Redis says
   */
  public record Reliance(long stamp, boolean doubted) {}

  /** What the database relies on in Redis, for each of these sales. */
  public Map<Long, Reliance> reliances(List<Sale> sales) {
    Map<Long, Reliance> reliances = new HashMap<>();
    jdbc.sql("select id, stamp, doubted from sales where id = any (?)")
        .param(sales.stream().map(Sale::id).toArray(Long[]::new))
        .query(row -> {
          reliances.put(row.getLong(1), new Reliance(row.getLong(2), row.getBoolean(3)));
        });
    return reliances;
  }

  /** From now on the database relies on this stamp, or a higher one. */
  public void rely(long id, long stamp) {
    jdbc.sql("update sales set stamp = greatest(stamp, ?) where id = ?")
        .params(stamp, id)
        .update();
  }

  /** Notes what the reconciliation misses, or has too many of. */
  public void difference(long id, int units) {
    jdbc.sql("update sales set difference = ? where id = ? and difference <> ?")
        .params(units, id, units)
        .update();
  }

  /** Opens it again if it is paused for that very reason; empty if not. */
  public Optional<Sale> resume(long id, String reason) {
    return jdbc.sql("""
        update sales set status = 'OPEN', pause_reason = null
         where id = ? and status = 'PAUSED' and pause_reason = ?
        returning\s""" + COLUMNS).params(id, reason).query(SaleStore::sale).optional();
  }

  public DataSource database() {
    return database;
  }

  /** The sale, which nobody else changes before the caller's transaction ends. */
  public Optional<Sale> hold(long id) {
    return jdbc.sql("select " + COLUMNS + " from sales where id = ? for no key update")
        .param(id)
        .query(SaleStore::sale)
        .optional();
  }

  /** Opens it, at once if it would begin later; empty if it is closed or its time is over. */
  public Optional<Sale> open(long id) {
    return jdbc.sql("""
        update sales set status = 'OPEN', pause_reason = null, opens_at = least(opens_at, now())
         where id = ? and status <> 'CLOSED' and ends_at > now()
        returning\s""" + COLUMNS).param(id).query(SaleStore::sale).optional();
  }

  /** Ends the pause that a new sale begins with, without changing its times; empty if it has ended already. */
  public Optional<Sale> ready(long id, String pauseReason) {
    return jdbc.sql("""
        update sales set status = 'OPEN', pause_reason = null
         where id = ? and status = 'PAUSED' and pause_reason = ?
        returning\s""" + COLUMNS)
        .params(id, pauseReason)
        .query(SaleStore::sale)
        .optional();
  }

  /** Pauses it; empty if it is not open. */
  public Optional<Sale> pause(long id, String reason) {
    return jdbc.sql("""
        update sales set status = 'PAUSED', pause_reason = ? where id = ? and status = 'OPEN'
        returning\s""" + COLUMNS).params(reason, id).query(SaleStore::sale).optional();
  }

  /** Ends it for good; empty if it has been closed before. */
  public Optional<Sale> close(long id) {
    return jdbc.sql("""
        update sales set status = 'CLOSED', pause_reason = null, closed_at = now()
         where id = ? and status <> 'CLOSED'
        returning\s""" + COLUMNS).param(id).query(SaleStore::sale).optional();
  }

  /** More units; empty if it is closed. */
  public Optional<Sale> restock(long id, int units) {
    return jdbc.sql("""
        with more as (
          update sales set total = total + ? where id = ? and status <> 'CLOSED' returning *
        ), shelf as (
          update shelves set available = available + ? where sale_id in (select id from more)
        )
        select\s""" + COLUMNS + " from more")
        .params(units, id, units)
        .query(SaleStore::sale)
        .optional();
  }

  /** A new epoch for a sale that is paused; empty if it is not. */
  public Optional<Sale> raiseEpoch(long id) {
    return jdbc.sql(
            "update sales set epoch = epoch + 1, stamp = 0, doubted = false where id = ? and status = 'PAUSED' returning "
                + COLUMNS)
        .param(id)
        .query(SaleStore::sale)
        .optional();
  }

  static Sale sale(ResultSet row, int number) throws SQLException {
    return new Sale(
        row.getLong("id"),
        row.getString("name"),
        row.getInt("rung"),
        row.getLong("price_cents"),
        row.getInt("per_user"),
        row.getInt("total"),
        row.getInt("sold"),
        row.getObject("opens_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant(),
        SaleStatus.valueOf(row.getString("status")),
        row.getString("pause_reason"),
        row.getLong("epoch"),
        row.getBoolean("lab"));
  }
}
