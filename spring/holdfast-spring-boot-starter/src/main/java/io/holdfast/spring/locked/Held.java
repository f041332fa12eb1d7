package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases of one call, in the order they were acquired. Not thread-safe: handed from step to step. */
final class Held {

  private static final Logger log = LoggerFactory.getLogger(Held.class);

  private final List<OwnLease> own = new ArrayList<>();
  private final Map<Wanted, Lease> all = new HashMap<>();
  private final Map<Wanted, OwnLease> joined = new HashMap<>();
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
  boolean join(Wanted wanted, OwnLease outer) {
    boolean isHeld = ensureNotLost(outer.lease());
    if (isHeld) {
      all.put(wanted, outer.lease());
      joined.put(wanted, outer);
    }
    return isHeld;
  }

  /** The method is about to be called: only then are locks kept after the call. */
  void use() {
    isUsed = true;
    joined.forEach(
        (wanted, outer) -> outer.holdAtLeast(wanted.rule().holdAtLeast(), nanoTime.getAsLong()));
  }

  List<OwnLease> own() {
    return List.copyOf(own);
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
   * Releases all, the last one first, whatever becomes of each; waits for the answers.
   *
   * @throws LeaseLostException if one was lost
   */
  void release() {
    List<Throwable> failures = released();
    Stream.concat(failures.stream().filter(LeaseLostException.class::isInstance), failures.stream())
        .findFirst()
        .ifPresent(worst -> throwWith(worst, failures));
  }

  /** As {@link #release()} after a failure, which is told of a loss too. */
  void releaseAfter(Throwable failure) {
    addTo(failure, released());
  }

  /** Releases all before the method was called: a loss has harmed nobody. */
  void giveBack() {
    List<Throwable> failures = released();
    failures.stream()
        .filter(failure -> !(failure instanceof LeaseLostException))
        .findFirst()
        .ifPresent(worst -> throwWith(worst, failures));
    failures.forEach(loss -> log.debug("lost before the method was called", loss));
  }

  private List<Throwable> released() {
    List<Throwable> failures = new ArrayList<>();
    for (int i = own.size() - 1; i >= 0; i--) {
      try {
        own.get(i).release(isUsed, nanoTime);
      } catch (Throwable e) {
        failures.add(e);
      }
    }
    own.clear();
    return failures;
  }

  private static void throwWith(Throwable worst, List<Throwable> failures) {
    addTo(worst, failures);
    Held.<RuntimeException>throwAsItIs(worst);
  }

  private static void addTo(Throwable worst, List<Throwable> failures) {
    failures.stream().filter(other -> other != worst).forEach(worst::addSuppressed);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // checked ones too, undeclared
  private static <X extends Throwable> void throwAsItIs(Throwable failure) throws X {
    throw (X) failure;
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
}
