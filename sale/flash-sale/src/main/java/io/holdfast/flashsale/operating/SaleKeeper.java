package io.holdfast.flashsale.operating;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.SaleMemory.Published;
import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.NoSuchSaleException;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.sale.WrongStateException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What operators may do with a sale. Thread-safe.
 *
 * <p>The database is told first, and commits; then Redis is told what the database says, by whoever holds the
 * sale's row at that moment. So the words of two operators come in the same order in both, and after a crash between
 * the two steps it is enough to repeat the second: {@link #publish}, which the reconciliation does all the
 * time.
 */
public final class SaleKeeper {

  /** Why a sale is paused while it is being made. */
  public static final String BEING_PREPARED = "being prepared";

  private final SaleStore store;
  private final SaleMemory memory;
  private final IntFunction<Rung> rungs;
  private final TransactionTemplate transactions;

  /**
   * A keeper of these sales.
   *
   * @param rungs this instance's rung of that number
   */
  public SaleKeeper(SaleStore store, SaleMemory memory, IntFunction<Rung> rungs) {
    this.store = store;
    this.memory = memory;
    this.rungs = rungs;
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(store.database()));
  }

  /**
   * Makes a sale; it sells from its opening on. If that fails half-way, there is a sale that is paused and says
   * so; {@link #complete} brings it to its end.
   */
  public Sale create(NewSale wish) {
    return complete(store.create(wish, BEING_PREPARED).id());
  }

  /**
   * Does what is left to do after the database has committed a change: prepares a new sale, and tells Redis. Safe to
   * repeat.
   */
  public Sale complete(long id) {
    Sale sale = store.get(id);
    if (BEING_PREPARED.equals(sale.pauseReason())) {
      rungs.apply(sale.rung()).prepare(sale);
      sale = store.ready(id, BEING_PREPARED).orElseGet(() -> store.get(id));
    }
    if (isInRedis(sale)) {
      publish(id);
    }
    return sale;
  }

  /** Whether Redis has the stock of this sale. */
  static boolean isInRedis(Sale sale) {
    return sale.rung() == 10 || sale.isProduction();
  }

  /**
   * Opens it now if it has not begun, and ends a pause.
   *
   * @throws WrongStateException if it is over, or Redis has lost what it knew of the sale
   */
  public Sale open(long id) {
    Sale sale = store.get(id);
    if (sale.isProduction() && publish(id) != Published.DONE) {
      throw new WrongStateException(id, "Redis has lost its data: reconcile with repair first");
    }
    return published(store.open(id), id, "is over and cannot be opened");
  }

  /**
   * Sells nothing until it is opened again.
   *
   * @throws WrongStateException if it is not open
   */
  public Sale pause(long id, String reason) {
    return published(store.pause(id, reason), id, "is not open and cannot be paused");
  }

  /**
   * Ends it for good; what was accepted is still written.
   *
   * @throws WrongStateException if it has been closed before
   */
  public Sale close(long id) {
    return published(store.close(id), id, "is closed already");
  }

  /**
   * Adds units, also while it runs.
   *
   * @throws WrongStateException if it is closed
   */
  public Sale restock(long id, int units) {
    if (units < 1) {
      throw new IllegalArgumentException("units " + units + ": expected at least 1");
    }
    return published(store.restock(id, units), id, "is closed and cannot be restocked");
  }

  /** Tells Redis what the database says of this sale. */
  public Published publish(long id) {
    return Objects.requireNonNull(transactions.execute(
        status -> memory.publish(store.hold(id).orElseThrow(() -> new NoSuchSaleException(id)))));
  }

  private Sale published(Optional<Sale> changed, long id, String otherwise) {
    if (changed.isEmpty()) {
      store.get(id);
      throw new WrongStateException(id, otherwise);
    }
    Sale sale = changed.get();
    if (isInRedis(sale)) {
      publish(id);
    }
    return sale;
  }
}
