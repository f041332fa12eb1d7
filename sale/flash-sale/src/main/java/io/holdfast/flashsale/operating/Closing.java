package io.holdfast.flashsale.operating;

import io.holdfast.Lease;
import io.holdfast.flashsale.accept.SaleEnd;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleChanges;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.sale.WrongStateException;
import io.holdfast.flashsale.work.Repeated;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings sales that are over to their end, step by step; of several instances one at a time. Thread-safe.
 */
/*
 *   time is over, all written --> CLOSED --> Redis told, stream empty --> settled --> kept for a while --> forgotten by Redis
 *
 * Until it is settled a sale has a writer, whatever its age: what was accepted is not dropped. Once Redis has heard that it
 * is closed and the stream is empty, nothing can follow.
 */
public final class Closing implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);
  private static final String LOCK = "fs:closing";

  /** The clocks of Redis and the database differ. */
  private static final Duration OVER_FOR = Duration.ofSeconds(2);

  /** What Redis does not know any more is for the reconciliation to look at first. */
  private static final Duration LOST_FOR = Duration.ofMinutes(1);

  private final Surroundings surroundings;
  private final SaleKeeper keeper;
  private final SaleMemory memory;
  private final SaleStore store;
  private final SaleEnd redis;
  private final SaleChanges changes;
  private final AuditLog audit;
  private final Duration keep;
  private final Repeated rounds;

  /**
   * For all sales.
   *
   * @param keep how long Redis knows a sale after its end
   */
  public Closing(
      Surroundings surroundings,
      SaleKeeper keeper,
      SaleStore store,
      Duration keep,
      Duration every) {
    this.surroundings = surroundings;
    this.keeper = keeper;
    this.memory = new SaleMemory(surroundings.redis());
    this.store = store;
    this.redis = new SaleEnd(surroundings.redis());
    this.changes = new SaleChanges(store.database());
    this.audit = new AuditLog(store.database());
    this.keep = keep;
    this.rounds = new Repeated("closing", every, this::round);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One round over all sales. */
  public void round() {
    Optional<Lease> turn = surroundings.holdfast().lock(LOCK).tryAcquire();
    if (turn.isPresent()) {
      try (Lease lease = turn.get()) {
        each(changes.over(OVER_FOR), this::close);
        each(changes.unsettled(), this::settle);
        each(changes.forgettable(keep), this::forget);
      }
    }
  }

  /** The trouble of one sale is not that of the others. */
  private static void each(List<Sale> sales, Consumer<Sale> step) {
    for (Sale sale : sales) {
      try {
        step.accept(sale);
      } catch (WrongStateException changedMeanwhile) {
        LOG.debug("sale {}: an operator was quicker", sale.id());
      } catch (RuntimeException e) {
        LOG.warn(
            "sale {}: could not be brought to its end, next round again: {}",
            sale.id(),
            e.toString());
      }
    }
  }

  private void close(Sale sale) {
    if (isAllWritten(sale) && isRemembered(sale)) {
      keeper.close(sale.id());
      LOG.info("sale {}: its time is over, all is written: closed", sale.id());
      audit.note(
          new OperatorRequest("service", "close", null, "its time is over"),
          sale.id(),
          "DONE",
          null);
    }
  }

  private boolean isAllWritten(Sale sale) {
    if (!sale.isProduction() || SaleKeeper.BEING_PREPARED.equals(sale.pauseReason())) {
      return true;
    }
    Optional<Standing> standing = memory.standing(sale.id());
    return redis.unwritten(sale.id()) == 0
        && (standing.isPresent()
            ? standing.get().reserved() == 0
            : sale.endsAt().plus(LOST_FOR).isBefore(Instant.now()));
  }

  /** What Redis has lost just before the end is rebuilt first: of a sale that is closed nobody presents anything again. */
  private boolean isRemembered(Sale sale) {
    if (!sale.isProduction() || memory.standing(sale.id()).isEmpty()) {
      return true;
    }
    SaleStore.Reliance reliance =
        store.reliances(List.of(sale)).getOrDefault(sale.id(), new SaleStore.Reliance(0, false));
    long seen = Math.max(reliance.stamp(), surroundings.pledges().highest(sale.id()));
    return memory.prove(sale, seen, reliance.doubted()).isEmpty();
  }

  private void settle(Sale sale) {
    if (SaleKeeper.isInRedis(sale)) {
      keeper.publish(sale.id());
      if (redis.unwritten(sale.id()) > 0) {
        return;
      }
    }
    changes.settle(sale.id());
  }

  private void forget(Sale sale) {
    if (!SaleKeeper.isInRedis(sale) || redis.forget(sale)) {
      changes.forgotten(sale.id());
    }
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
  }
}
