package io.holdfast.flashsale.operating;

import io.holdfast.flashsale.accept.SaleEnd;
import io.holdfast.flashsale.accept.SaleMemory.Published;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.NoSuchSaleException;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleChanges;
import io.holdfast.flashsale.sale.SaleEdit;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.sale.WrongStateException;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operators' wishes, each done once however often it is asked for with the same key. Thread-safe.
 *
 * <p>What throws something else than {@link WrongStateException}, {@link NoSuchSaleException} and {@link
 * KeyReusedException} may have happened: ask again with the same key.
 */
public final class Operator {

  private static final Logger LOG = LoggerFactory.getLogger(Operator.class);
  private static final String LOST = "Redis has lost its data: reconcile with repair first";

  private final SaleKeeper keeper;
  private final SaleStore store;
  private final SaleChanges changes;
  private final SaleEnd redis;
  private final Keyed keyed;

  public Operator(SaleKeeper keeper, SaleStore store, SaleEnd redis) {
    this.keeper = keeper;
    this.store = store;
    this.changes = new SaleChanges(store.database());
    this.redis = redis;
    this.keyed = new Keyed(store.database());
  }

  /** Makes a sale; it sells from its opening on. */
  public Sale create(OperatorRequest request, NewSale wish) {
    long made = keyed.once(
        request, null, () -> store.create(wish, SaleKeeper.BEING_PREPARED).id(), keeper::complete);
    return store.get(made);
  }

  /** Opens it now if it has not begun, and ends a pause. */
  public Sale open(OperatorRequest request, long id) {
    finishPreparation(id);
    return change(request, id, "is over and cannot be opened", () -> {
      ensureKnown(id);
      return store.open(id);
    });
  }

  /** Ends a pause, and leaves its times as they are. */
  public Sale resume(OperatorRequest request, long id) {
    finishPreparation(id);
    return change(request, id, "is not paused, or is over, and cannot be resumed", () -> {
      ensureKnown(id);
      return changes.resume(id);
    });
  }

  /** Sells nothing until it is opened or resumed. */
  public Sale pause(OperatorRequest request, long id, String reason) {
    return change(request, id, "is not open and cannot be paused", () -> store.pause(id, reason));
  }

  /** Ends it for good; what was accepted is still written. */
  public Sale close(OperatorRequest request, long id) {
    return change(request, id, "is closed already", () -> store.close(id));
  }

  /** Adds units, also while it runs. */
  public Sale restock(OperatorRequest request, long id, int units) {
    return change(request, id, "is closed and cannot be restocked", () -> store.restock(id, units));
  }

  /** Takes units away, also while it runs, of those that nobody has. */
  public Sale lower(OperatorRequest request, long id, int units) {
    try {
      return change(
          request,
          id,
          "has no " + units + " units that are neither sold nor reserved",
          () -> lower(held(id), units));
    } catch (RuntimeException e) {
      tellRedisAgain(id); // it may have fewer units than the database by now
      throw e;
    }
  }

  private Optional<Sale> lower(Sale sale, int units) {
    if (units > sale.total()) {
      return Optional.empty();
    }
    if (SaleKeeper.isInRedis(sale)) {
      SaleEnd.Lowered lowered = redis.lower(sale, sale.total() - units);
      if (!lowered.isKnown()) {
        throw new WrongStateException(sale.id(), LOST);
      } else if (lowered.atMost().isPresent()) {
        throw new WrongStateException(
            sale.id(),
            units + " units cannot be taken away: " + lowered.atMost().getAsInt() + " of its "
                + sale.total() + " are neither sold nor reserved");
      }
    }
    return changes.lower(sale.id(), units);
  }

  private void tellRedisAgain(long id) {
    try {
      keeper.complete(id);
    } catch (RuntimeException away) { // then the reconciliation does
      LOG.debug("sale {}: Redis hears later what the database says", id, away);
    }
  }

  /** Changes what may be changed at this point of its life. */
  public Sale edit(OperatorRequest request, long id, SaleEdit edit) {
    return change(request, id, "", () -> {
      EditRules.check(held(id), edit, changes.now());
      return Optional.of(changes.edit(id, edit));
    });
  }

  /** Puts a closed sale out of sight, once all of it is written. */
  public Sale archive(OperatorRequest request, long id) {
    return change(
        request,
        id,
        "is not closed with everything written: close it, and try again in a moment",
        () -> changes.archive(id));
  }

  /**
   * Deletes an archived sale and all that belongs to it, orders included.
   *
   * @param name the sale's, so that nobody deletes another one by mistake
   */
  public void purge(OperatorRequest request, long id, String name) {
    keyed.once(
        request,
        id,
        () -> {
          Sale sale = store.hold(id).orElseThrow(() -> new NoSuchSaleException(id));
          new Purge(store.database(), redis).run(sale, name);
          return id;
        },
        gone -> {});
  }

  private Sale change(
      OperatorRequest request, long id, String otherwise, Supplier<Optional<Sale>> change) {
    keyed.once(
        request,
        id,
        () -> {
          Optional<Sale> changed = change.get();
          if (changed.isEmpty()) {
            store.get(id);
            throw new WrongStateException(id, otherwise);
          }
          return id;
        },
        keeper::complete);
    return store.get(id);
  }

  private Sale held(long id) {
    Sale sale = store.hold(id).orElseThrow(() -> new NoSuchSaleException(id));
    if (sale.status() == SaleStatus.CLOSED) {
      throw new WrongStateException(id, "is closed and cannot be changed");
    }
    return sale;
  }

  /** Somebody may have died while the sale was made. */
  private void finishPreparation(long id) {
    store
        .find(id)
        .filter(sale -> SaleKeeper.BEING_PREPARED.equals(sale.pauseReason()))
        .ifPresent(sale -> keeper.complete(id));
  }

  private void ensureKnown(long id) {
    if (store.get(id).isProduction() && keeper.publish(id) != Published.DONE) {
      throw new WrongStateException(id, LOST);
    }
  }
}
