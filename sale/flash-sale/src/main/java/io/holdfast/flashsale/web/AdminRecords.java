package io.holdfast.flashsale.web;

import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Lists that admins look through, a page at a time, newest first. Thread-safe. */
final class AdminRecords {

  private static final int SIZE = 50;

  private static final String ORDERS = """
      select id, user_id as "user", quantity, price_cents as "priceCents", status, accepted_at as "acceptedAt",
             pay_by as "payBy", paid_at as "paidAt"
        from orders where sale_id = :sale and (:text = '' or user_id = :text or id::text = :text)
         and (:status = '' or status = :status)
       order by accepted_at desc, id""";

  private static final String REFUNDS = """
      select a.order_id as "order", o.user_id as "user", a.amount_cents as "amountCents", r.reason, r.state, r.tries,
             r.last_error as "lastError", r.created_at as at, r.returned_at as "returnedAt"
        from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id
       where o.sale_id = :sale order by r.number desc""";

  private static final String FINDINGS = """
      select id, epoch, difference, detail, repaired, created_at as at
        from findings where sale_id = :sale order by id desc""";

  private static final String AUDIT = """
      select id, at, actor, action, sale_id::text as sale, idempotency_key as key, request, outcome, detail
        from audit where cast(:sale as bigint) is null or sale_id = :sale order by id desc""";

  /**
   * A page.
   *
   * @param rows those on it
   * @param page the first is 0
   * @param more whether there is another one
   */
  record Rows(List<Map<String, @Nullable Object>> rows, int page, boolean more) {}

  private final JdbcClient jdbc;

  AdminRecords(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /**
   * Orders of a sale.
   *
   * @param text a user or an order's id; empty for all
   * @param status empty for all
   */
  Rows orders(long sale, String text, String status, int page) {
    return rows(ORDERS, page, Map.of("sale", sale, "text", text, "status", status));
  }

  Rows refunds(long sale, int page) {
    return rows(REFUNDS, page, Map.of("sale", sale));
  }

  Rows findings(long sale, int page) {
    return rows(FINDINGS, page, Map.of("sale", sale));
  }

  /** Who did what; of all sales if it says none. */
  Rows audit(@Nullable Long sale, int page) {
    Map<String, @Nullable Object> parameters = new java.util.HashMap<>();
    parameters.put("sale", sale);
    return rows(AUDIT, page, parameters);
  }

  private Rows rows(String sql, int page, Map<String, ? extends @Nullable Object> parameters) {
    List<Map<String, @Nullable Object>> found = jdbc.sql(sql + " limit :most offset :skip")
        .params(parameters)
        .param("most", SIZE + 1)
        .param("skip", (long) page * SIZE)
        .query()
        .listOfRows();
    boolean more = found.size() > SIZE;
    return new Rows(more ? found.subList(0, SIZE) : found, page, more);
  }
}
