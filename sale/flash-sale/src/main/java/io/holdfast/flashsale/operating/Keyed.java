package io.holdfast.flashsale.operating;

import io.holdfast.flashsale.operating.AuditLog.Taken;
import io.holdfast.flashsale.sale.NoSuchSaleException;
import io.holdfast.flashsale.sale.WrongStateException;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes of the database that are made once for each key, and what follows from them. Thread-safe. */
/*
 *   one transaction: the key is taken - the change in the database --> what follows --> the row says DONE
 *                                                                  ^
 *   the same key again: the key is taken already ------------------'
 *
 * A crash before the commit leaves nothing, and the key is free. After it, the second half is repeated by whoever asks
 * again: it has to be something that may be done twice, such as telling Redis what the database says.
 */
final class Keyed {

  private static final Logger LOG = LoggerFactory.getLogger(Keyed.class);

  private final AuditLog audit;
  private final TransactionTemplate transactions;

  Keyed(DataSource database) {
    this.audit = new AuditLog(database);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
  }

  /**
   * Does it, or has done it before.
   *
   * @param about the sale, if there is one yet
   * @param change the change in the database, in one transaction with the key; the sale it changed
   * @param after what follows
   * @return the sale
   */
  long once(
      OperatorRequest request, @Nullable Long about, LongSupplier change, LongConsumer after) {
    try {
      Taken taken = Objects.requireNonNull(transactions.execute(status -> take(request, change)));
      after.accept(taken.saleId());
      audit.done(taken.row());
      if (!taken.isNew()) {
        audit.note(request, taken.saleId(), "REPLAYED", null);
      }
      return taken.saleId();
    } catch (WrongStateException | NoSuchSaleException | KeyReusedException e) {
      noteRefusal(request, about, e);
      throw e;
    }
  }

  private Taken take(OperatorRequest request, LongSupplier change) {
    Taken taken = audit.take(request);
    if (!taken.isNew()) {
      return taken;
    }
    long saleId = change.getAsLong();
    audit.about(taken.row(), saleId);
    return new Taken(taken.row(), saleId, true);
  }

  private void noteRefusal(OperatorRequest request, @Nullable Long about, RuntimeException why) {
    try {
      audit.note(request, about, "REFUSED", why.getMessage());
    } catch (DataAccessException away) { // nothing has changed, and the asker hears of it
      LOG.warn("not noted: {} was refused: {}", request, why.getMessage(), away);
    }
  }
}
