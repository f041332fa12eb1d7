package io.holdfast.flashsale.door;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.buying.Purchase;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Which sales are sold out, so that most buyers can be told without asking Redis. Thread-safe.
 *
 * <p>It forgets a sale as soon as {@link #check} finds that units came (back), or cannot find out for a second.
 */
public final class SoldOutMemory {

  /*
   * When Redis says that nothing is left, every wish that was ever accepted is read, portion by portion, so that nobody waits
   * for it. Before and after it: that nothing is left, and the generation. If that is the same, nothing was accepted meanwhile;
   * and as long as it stays, nothing can be, so
   *
   *   a wish that is among them   was accepted: Redis has its answer, ask there
   *   any other wish              is refused whatever happens: answer from here
   *
   * Of the wishes only 64 bits each are kept, sorted. Two wishes that share them are no harm: the other one is
   * asked of Redis in vain.
   *
   * Reading costs Redis time by the number of orders. Where units come back and go all the time, it is not done again before
   * twenty times as long has passed: at most a twentieth of its time, and meanwhile everybody is asked of Redis.
   */
  private static final long FORGET_AFTER_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int REST = 20;

  private static final class Known {

    private final long epoch;
    private final long generation;
    private final long[] accepted;
    private volatile long confirmedNanos;

    Known(Standing standing, long[] accepted, long confirmedNanos) {
      this.epoch = standing.epoch();
      this.generation = standing.generation();
      this.accepted = accepted;
      this.confirmedNanos = confirmedNanos;
    }
  }

  private final SaleMemory memory;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<Long, Known> sales = new ConcurrentHashMap<>();
  private final Set<Long> looking = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<Long, Long> notBefore = new ConcurrentHashMap<>();

  public SoldOutMemory(SaleMemory memory, LongSupplier nanoTime) {
    this.memory = memory;
    this.nanoTime = nanoTime;
  }

  /** Whether this purchase is refused for certain, because nothing is left. */
  public boolean refuses(Purchase purchase) {
    Known known = sales.get(purchase.sale().id());
    return known != null
        && known.epoch == purchase.sale().epoch()
        && nanoTime.getAsLong() - known.confirmedNanos < FORGET_AFTER_NANOS
        && Arrays.binarySearch(known.accepted, bits(purchase.user(), purchase.key())) < 0;
  }

  /** Redis has just said that nothing is left in this sale: looks, unless it is known. Does not block. */
  public void notice(long saleId) {
    if (sales.containsKey(saleId) || !looking.add(saleId)) {
      return;
    }
    long began = nanoTime.getAsLong();
    Long rested = notBefore.get(saleId);
    if (rested != null && began - rested < 0) {
      looking.remove(saleId);
      return;
    }
    memory
        .standingAsync(saleId)
        .thenCompose(
            before -> before.filter(standing -> standing.available() == 0).isPresent()
                ? learn(saleId, before.get())
                : CompletableFuture.completedStage(null))
        .whenComplete((learnt, failure) -> { // on failure the next one who is told notices again
          long now = nanoTime.getAsLong();
          notBefore.put(saleId, now + REST * (now - began));
          looking.remove(saleId);
        });
  }

  private CompletionStage<@Nullable Void> learn(long saleId, Standing before) {
    return read(saleId, ScanCursor.INITIAL, LongStream.builder()).thenCompose(wishes -> {
      long asked = nanoTime.getAsLong();
      return memory.standingAsync(saleId).thenAccept(after -> {
        Known known = new Known(before, wishes.build().sorted().toArray(), asked);
        if (isStill(known, after)) {
          sales.put(saleId, known);
        }
      });
    });
  }

  private CompletionStage<LongStream.Builder> read(
      long saleId, ScanCursor from, LongStream.Builder wishes) {
    return memory.answered(saleId, from).thenCompose(portion -> {
      portion.getMap().keySet().forEach(field -> wishes.add(bits(field)));
      return portion.isFinished()
          ? CompletableFuture.completedStage(wishes)
          : read(saleId, portion, wishes);
    });
  }

  /** Asks about every sale that is known as sold out, and forgets those that are not. Does not block. */
  public void check() {
    sales.forEach((saleId, known) -> {
      long asked = nanoTime.getAsLong();
      memory.standingAsync(saleId).whenComplete((standing, failure) -> {
        if (standing != null && isStill(known, standing)) {
          known.confirmedNanos = asked;
        } else if (standing != null || asked - known.confirmedNanos > FORGET_AFTER_NANOS) {
          sales.remove(saleId, known);
        }
      });
    });
  }

  /** Forgets a sale, for instance because this instance has just changed it. */
  public void forget(long saleId) {
    sales.remove(saleId);
  }

  /** How many sales are known as sold out. */
  public int size() {
    return sales.size();
  }

  private static boolean isStill(Known known, Optional<Standing> standing) {
    @Nullable Standing now = standing.orElse(null);
    return now != null
        && now.available() == 0
        && now.generation() == known.generation
        && now.epoch() == known.epoch;
  }

  private static long bits(String user, String key) {
    return bits(KeySpace.field(user, key));
  }

  private static long bits(String field) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < field.length(); i++) {
      hash = (hash ^ field.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
