package io.holdfast.flashsale.reconcile;

import io.holdfast.Lease;
import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.Rebuild;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.sale.WrongStateException;
import io.holdfast.flashsale.writer.Drain;
import io.lettuce.core.StreamMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One repair of a paused sale, by whoever has the writer's lock. If it fails half-way, Redis has an older epoch than the
 * database, sells nothing, and the next repair begins anew.
 */
/*
 *   epoch + 1 in the database --> Redis sells nothing --> stream written --> one snapshot of the database
 *     --> answers, users, released put aside in Redis --> one script puts them into place
 *
 * Orders that are over and not given back are in the snapshot's count of what is for sale. They are put into
 * `released`, so that giving them back adds nothing. An order that ends after the snapshot is given back as usual: until
 * the script has run its release is refused, because Redis does not have the new epoch.
 */
final class Repair {

  private static final Logger LOG = LoggerFactory.getLogger(Repair.class);
  private static final int PORTION = 1000;

  private final Surroundings surroundings;
  private final SaleStore store;
  private final SaleMemory memory;
  private final long saleId;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate snapshot;

  Repair(Surroundings surroundings, SaleStore store, SaleMemory memory, long saleId) {
    this.surroundings = surroundings;
    this.store = store;
    this.memory = memory;
    this.saleId = saleId;
    DataSource database = surroundings.database();
    this.jdbc = new JdbcTemplate(database);
    jdbc.setFetchSize(PORTION);
    this.snapshot = new TransactionTemplate(new DataSourceTransactionManager(database));
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
  }

  void run(Lease lease) {
    Sale raised = store
        .raiseEpoch(saleId)
        .orElseThrow(() -> new WrongStateException(saleId, "is not paused any more"));
    memory.publish(raised); // an epoch that Redis does not have: it sells nothing from here on
    drain(lease);
    snapshot.executeWithoutResult(status -> rebuild());
    lease.ensureHeld();
  }

  private void drain(Lease lease) {
    Drain drain = new Drain(surroundings, saleId);
    drain.begin();
    int back = drain.requeue();
    if (back > 0) {
      LOG.warn("sale {}: its stream was lost or cut; {} orders are queued again", saleId, back);
    }
    for (List<StreamMessage<String, String>> left = drain.abandoned();
        !left.isEmpty();
        left = drain.abandoned()) {
      drain.write(left, lease.token());
    }
    for (List<StreamMessage<String, String>> next = drain.next();
        !next.isEmpty();
        next = drain.next()) {
      drain.write(next, lease.token());
    }
  }

  private void rebuild() {
    Rebuild rebuild = new Rebuild(surroundings.redis(), store.get(saleId));
    inPortions(
        "select user_id, idempotency_key, quantity from orders where sale_id = ?",
        (row, number) ->
            Map.entry(KeySpace.field(row.getString(1), row.getString(2)), row.getString(3)),
        portion -> rebuild.answers(map(portion)));
    inPortions(
        """
        select user_id, sum(quantity) from orders
         where sale_id = ? and status in ('AWAITING_PAYMENT', 'PAID') group by user_id""",
        (row, number) -> Map.entry(row.getString(1), row.getString(2)),
        portion -> rebuild.users(map(portion)));
    inPortions(
        """
        select id from orders
         where sale_id = ? and status in ('EXPIRED', 'CANCELLED') and not given_back""",
        (row, number) -> row.getString(1),
        portion -> rebuild.released(portion.toArray(new String[0])));
    if (!rebuild.finish()) {
      throw new WrongStateException(saleId, "it came back to life during the repair; try again");
    }
  }

  private <T> void inPortions(String sql, RowMapper<T> mapper, Consumer<List<T>> sink) {
    try (var rows = jdbc.queryForStream(sql, mapper, saleId)) {
      Portions<T> portions = new Portions<>(PORTION, sink);
      rows.forEach(portions::add);
      portions.finish();
    }
  }

  private static Map<String, String> map(List<Map.Entry<String, String>> portion) {
    Map<String, String> map = new HashMap<>();
    portion.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    return map;
  }
}
