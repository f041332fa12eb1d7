package io.holdfast.flashsale.sale;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Changes of sales that are made, and the steps of their end. Who changes something here tells Redis, too. Thread-safe. */
public final class SaleChanges {

  private final JdbcClient jdbc;

  public SaleChanges(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /** Writes what is to be different. The caller holds the row, and has looked whether it may be. */
  public Sale edit(long id, SaleEdit edit) {
    return jdbc.sql("""
        update sales set name = coalesce(:name, name), price_cents = coalesce(:price, price_cents),
               per_user = coalesce(:perUser, per_user), opens_at = coalesce(:opensAt, opens_at),
               ends_at = coalesce(:endsAt, ends_at)
         where id = :id
        returning\s""" + SaleStore.COLUMNS)
        .param("name", edit.name())
        .param("price", edit.priceCents(), java.sql.Types.BIGINT)
        .param("perUser", edit.perUser(), java.sql.Types.INTEGER)
        .param("opensAt", utc(edit.opensAt()), java.sql.Types.TIMESTAMP_WITH_TIMEZONE)
        .param("endsAt", utc(edit.endsAt()), java.sql.Types.TIMESTAMP_WITH_TIMEZONE)
        .param("id", id)
        .query(SaleStore::sale)
        .single();
  }

  private static @Nullable Object utc(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }

  /** The database's own time. */
  public Instant now() {
    return jdbc.sql("select now()")
        .query(java.time.OffsetDateTime.class)
        .single()
        .toInstant();
  }

  /** Ends a pause without changing its times; empty if it is not paused, or over. */
  public Optional<Sale> resume(long id) {
    return jdbc.sql("""
        update sales set status = 'OPEN', pause_reason = null
         where id = ? and status = 'PAUSED' and ends_at > now()
        returning\s""" + SaleStore.COLUMNS).param(id).query(SaleStore::sale).optional();
  }

  /** Fewer units of the database's own stock; empty if so many are not left. Redis' stock is taken before. */
  public Optional<Sale> lower(long id, int units) {
    return jdbc.sql("""
        with fewer as (
          update sales s set total = total - :units
           where id = :id and status <> 'CLOSED' and total - :units >= sold and (rung > 9
             or exists (select 1 from shelves h where h.sale_id = s.id and h.available >= :units))
          returning *
        ), shelf as (
          update shelves set available = available - :units where sale_id in (select id from fewer)
        )
        select\s""" + SaleStore.COLUMNS + " from fewer")
        .param("units", units)
        .param("id", id)
        .query(SaleStore::sale)
        .optional();
  }

  /**
   * Sales whose time is over and that nobody has closed; those that are paused only a day later, so that they can
   * still be repaired.
   */
  public List<Sale> over(Duration since) {
    return jdbc.sql("select " + SaleStore.COLUMNS + """
         from sales
        where not lab and (status = 'OPEN' and ends_at < now() - :since * interval '1 millisecond'
           or status = 'PAUSED' and ends_at < now() - interval '1 day')
        order by id limit 1000""")
        .param("since", since.toMillis())
        .query(SaleStore::sale)
        .list();
  }

  /** Closed sales of which nobody has said that all is written. */
  public List<Sale> unsettled() {
    return jdbc.sql("select " + SaleStore.COLUMNS
            + " from sales where not lab and status = 'CLOSED' and settled_at is null"
            + " order by id limit 1000")
        .query(SaleStore::sale)
        .list();
  }

  /** Notes that all is written, and nothing can follow. */
  public void settle(long id) {
    jdbc.sql("update sales set settled_at = now() where id = ? and status = 'CLOSED'")
        .param(id)
        .update();
  }

  /**
   * Sales that Redis need not know any more: settled for so long or archived, and without an order that may still
   * give units back. Those of the Lab a day after their end.
   */
  public List<Sale> forgettable(Duration keep) {
    return jdbc.sql("select " + SaleStore.COLUMNS + """
         from sales s
        where forgotten_at is null and (lab and ends_at < now() - interval '1 day' or status = 'CLOSED'
          and (settled_at < now() - :keep * interval '1 millisecond' or archived_at is not null)
          and not exists (select 1 from orders o where o.sale_id = s.id and (o.status = 'AWAITING_PAYMENT'
            or o.status in ('EXPIRED', 'CANCELLED') and not o.given_back)))
        order by id limit 1000""")
        .param("keep", keep.toMillis())
        .query(SaleStore::sale)
        .list();
  }

  /** Notes that Redis knows nothing of it. */
  public void forgotten(long id) {
    jdbc.sql("update sales set forgotten_at = now() where id = ?").param(id).update();
  }

  /** Puts a sale out of sight; empty if it is not closed with all written. */
  public Optional<Sale> archive(long id) {
    return jdbc.sql("""
        update sales set archived_at = coalesce(archived_at, now())
         where id = ? and status = 'CLOSED' and settled_at is not null
        returning\s""" + SaleStore.COLUMNS).param(id).query(SaleStore::sale).optional();
  }
}
