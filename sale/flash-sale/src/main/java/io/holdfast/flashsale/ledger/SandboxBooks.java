package io.holdfast.flashsale.ledger;

import java.util.OptionalLong;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the sandbox itself says it has, whatever was noted elsewhere. */
public final class SandboxBooks {

  private SandboxBooks() {}

  /** Cents of that sale that it has taken and not given back; empty if it was never asked. */
  public static OptionalLong kept(DataSource database, long saleId) {
    return JdbcClient.create(database)
        .sql("""
            select count(*) as asked,
                   coalesce(sum(case when p.outcome = 'TAKEN' then p.amount_cents else 0 end
                     - (select coalesce(sum(r.amount_cents), 0) from sandbox_refunds r
                         where r.attempt_id = p.attempt_id)), 0) as kept
              from sandbox_payments p join payment_attempts a on a.id = p.attempt_id
              join orders o on o.id = a.order_id where o.sale_id = ?""")
        .param(saleId)
        .query((row, number) ->
            row.getInt("asked") == 0 ? OptionalLong.empty() : OptionalLong.of(row.getLong("kept")))
        .single();
  }
}
