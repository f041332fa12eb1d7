package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases of one call, in the order they were acquired. Not thread-safe: handed from step to step. */
final class Held {

  private static final Logger log = LoggerFactory.getLogger(Held.class);

  private final List<OwnLease> own = new ArrayList<>();
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

  void add(Wanted wanted, Lease lease) {
    own.add(new OwnLease(wanted, lease, nanoTime.getAsLong()));
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
        own.get(i).release(isUsed, nanoTime);
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

  /** As {@link #release()}, without blocking. */
  CompletableFuture<Void> releaseAsync() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = own.size() - 1; i >= 0; i--) {
      all.add(own.get(i).releaseAsync(isUsed, nanoTime));
    }
    own.clear();
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
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
