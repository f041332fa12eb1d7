package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.work.Repeated;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Has a {@link SaleWriter} for every sale of the production path that sells or has something to write. Thread-safe.
 *
 * <p>A sale that is paused or over loses its writer once its stream is empty; that frees the lock for repairs.
 */
public final class Writers implements AutoCloseable {

  private static final Duration EVERY = Duration.ofMillis(250);
  private static final Duration AHEAD = Duration.ofSeconds(2);
  private static final long QUIET_NANOS = Duration.ofSeconds(2).toNanos();

  private final Surroundings surroundings;
  private final boolean lab;
  private final SaleStore store;
  private final SaleMemory memory;
  private final Repeated watch;
  private final Map<Long, SaleWriter> writers = new HashMap<>(); // the watch's own
  private final Map<Long, Long> quiet =
      new HashMap<>(); // sales without entries, and when that was seen; its own too

  /**
   * Writers for this instance.
   *
   * @param lab for sales of the Lab, or for the others
   */
  public Writers(Surroundings surroundings, boolean lab) {
    this.surroundings = surroundings;
    this.lab = lab;
    this.store = new SaleStore(surroundings.database());
    this.memory = new SaleMemory(surroundings.redis());
    this.watch = new Repeated("writers-" + surroundings.instance(), EVERY, this::look);
  }

  /** Begins. Once. */
  public void start() {
    watch.start();
  }

  private void look() {
    Set<Long> wanted = new HashSet<>();
    for (Sale sale : store.active(lab)) {
      if (isSelling(sale) || mayHaveEntries(sale)) {
        wanted.add(sale.id());
      }
    }
    quiet.keySet().removeAll(wanted);
    for (Long saleId : wanted) {
      writers.computeIfAbsent(saleId, this::begin);
    }
    writers.entrySet().removeIf(writer -> {
      if (!wanted.contains(writer.getKey())) {
        writer.getValue().close();
        return true;
      }
      return false;
    });
  }

  private SaleWriter begin(long saleId) {
    SaleWriter writer = new SaleWriter(surroundings, saleId);
    writer.start();
    return writer;
  }

  private static boolean isSelling(Sale sale) {
    Instant now = Instant.now();
    return sale.status() == SaleStatus.OPEN
        && sale.opensAt().isBefore(now.plus(AHEAD))
        && sale.endsAt().isAfter(now);
  }

  /** Of a sale that does not sell, Redis is asked now and then; while it is being written, every time. */
  private boolean mayHaveEntries(Sale sale) {
    long now = System.nanoTime();
    Long looked = quiet.get(sale.id());
    if (looked != null && now - looked < QUIET_NANOS) {
      return false;
    }
    boolean found = hasEntries(sale);
    if (found) {
      quiet.remove(sale.id());
    } else {
      quiet.put(sale.id(), now);
    }
    return found;
  }

  private boolean hasEntries(Sale sale) {
    return memory.standing(sale.id()).filter(standing -> standing.pending() > 0).isPresent();
  }

  /** Ends them all, each after the batch it has in hand. */
  @Override
  public void close() {
    watch.close();
    writers.values().forEach(SaleWriter::close);
    writers.clear();
  }
}
