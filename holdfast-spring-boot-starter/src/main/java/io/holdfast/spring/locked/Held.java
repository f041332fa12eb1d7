package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases of one call, in the order they were acquired. Not thread-safe: handed from step to step. */
final class Held {

  private static final Logger log = LoggerFactory.getLogger(Held.class);
  private static final Duration ANSWERED_SOONER = Duration.ofMinutes(1);

  private final List<Own> own = new ArrayList<>();
  private final Map<Wanted, Lease> all = new HashMap<>();
  private final LongSupplier nanoTime;
  private boolean isUsed;

  Held() {
    this(System::nanoTime);
  }

  /** With a clock of the test's own. */
  Held(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * A lease this call acquired, and has to release.
   *
   * @param wanted what it is for
   * @param sinceNanos when it was granted
   */
  private record Own(Wanted wanted, Lease lease, long sinceNanos) {

    Duration holdAtLeast() {
      return wanted.rule().holdAtLeast();
    }

    /*
     * For how long to renew it once more. An answer may come later than what is left, and then the
     * client releases what it no longer counts on. It stops counting 1 % (at least 10 ms) before
     * the server does, so that much is added where an answer can be that late.
     */
    Optional<Duration> toKeep(long nowNanos) {
      Duration left = holdAtLeast().minusNanos(nowNanos - sinceNanos);
      if (left.isNegative() || left.isZero()) {
        return Optional.empty();
      }
      long millis = left.plusNanos(999_999).toMillis(); // never less than what is left
      return Optional.of(Duration.ofMillis(
          left.compareTo(ANSWERED_SOONER) < 0 ? millis + Math.max(10, millis / 99 + 1) : millis));
    }
  }

  void add(Wanted wanted, Lease lease) {
    own.add(new Own(wanted, lease, nanoTime.getAsLong()));
    all.put(wanted, lease);
  }

  /**
   * Takes part in the lease of an outer call, which is not ours to release; not in one that the outer method has
   * released itself.
   *
   * @return whether that lease is held
   * @throws LeaseLostException if it is lost
   */
  boolean join(Wanted wanted, Lease lease) {
    boolean isHeld = ensureNotLost(lease);
    if (isHeld) {
      all.put(wanted, lease);
    }
    return isHeld;
  }

  /** The method is about to be called: only then are locks kept after the call. */
  void use() {
    isUsed = true;
  }

  List<ThreadLeases.Own> own() {
    return own.stream()
        .map(one -> new ThreadLeases.Own(one.wanted().client().getBeanName(), one.lease()))
        .toList();
  }

  /** By what they are for, joined ones included. */
  Map<Wanted, Lease> leases() {
    return all;
  }

  /**
   * Checks every lease; one that the method itself has released is no loss.
   *
   * @throws LeaseLostException if one is lost
   */
  void ensureHeld() {
    all.values().forEach(Held::ensureNotLost);
  }

  /** Whether it is held; if not, the method itself, which was given the lease, has released it. */
  static boolean ensureNotLost(Lease lease) {
    try {
      lease.ensureHeld();
      return true;
    } catch (LeaseLostException e) {
      throw e;
    } catch (IllegalMonitorStateException released) {
      return false;
    }
  }

  /**
   * Releases all, the last one first; waits for the answers.
   *
   * @throws LeaseLostException if one was lost
   */
  void release() {
    LeaseLostException loss = null;
    for (int i = own.size() - 1; i >= 0; i--) {
      try {
        release(own.get(i));
      } catch (LeaseLostException e) {
        loss = joined(loss, e);
      }
    }
    own.clear();
    if (loss != null) {
      throw loss;
    }
  }

  /** As {@link #release()} after a failure, which is told of a loss too. */
  void releaseAfter(Throwable failure) {
    try {
      release();
    } catch (LeaseLostException loss) {
      failure.addSuppressed(loss);
    }
  }

  /** Releases all before the method was called: a loss has harmed nobody. */
  void giveBack() {
    try {
      release();
    } catch (LeaseLostException loss) {
      log.debug("lost before the method was called", loss);
    }
  }

  private void release(Own one) {
    Lease lease = one.lease();
    boolean isHeld = ensureNotLost(lease);
    Optional<Duration> toKeep =
        isUsed && isHeld ? one.toKeep(nanoTime.getAsLong()) : Optional.empty();
    try {
      if (toKeep.isPresent()) {
        Keeping.keep(lease, toKeep.get());
      } else {
        lease.close();
      }
    } catch (LockUnavailableException | ServerErrorException e) {
      // The work was guarded to its end; the clean-up goes on, and ends with the lease at the
      // latest: one that could not be told how long to last is no longer renewed.
      lease.leave();
      log.warn("lock '{}': its release was not confirmed: {}", lease.lockName(), e.toString());
    }
  }

  /** As {@link #release()}, without blocking. */
  CompletableFuture<Void> releaseAsync() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = own.size() - 1; i >= 0; i--) {
      all.add(releaseAsync(own.get(i)));
    }
    own.clear();
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> releaseAsync(Own one) {
    if (isUsed && !one.holdAtLeast().isZero()) {
      return CompletableFuture.runAsync(() -> release(one)); // to keep it takes a blocking call
    }
    try {
      ensureNotLost(one.lease());
    } catch (LeaseLostException e) {
      return CompletableFuture.failedFuture(e);
    }
    return one.lease().releaseAsync().exceptionally(failure -> {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (cause instanceof LockUnavailableException || cause instanceof ServerErrorException) {
        log.warn("lock '{}': its release was not confirmed: {}", one.lease().lockName(), failure);
        return null;
      }
      throw new CompletionException(cause);
    });
  }

  private static LeaseLostException joined(
      @Nullable LeaseLostException first, LeaseLostException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
