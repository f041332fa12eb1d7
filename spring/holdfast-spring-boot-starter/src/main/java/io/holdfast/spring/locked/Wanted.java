package io.holdfast.spring.locked;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.config.NamedBeanHolder;

/**
 * A lock that a call needs.
 *
 * @param client where it is
 * @param name of the lock, as the application wrote it
 * @param rule says how to acquire it
 */
record Wanted(NamedBeanHolder<Holdfast> client, String name, LockRule rule) {

  /** In the order in which everybody acquires them. */
  static List<Wanted> inOrder(List<Wanted> wanted) {
    return wanted.stream()
        .sorted(
            Comparator.comparing(Wanted::name).thenComparing(one -> one.client().getBeanName()))
        .toList();
  }

  /** The full name of the lock: the client may put something before the one it is asked for. */
  String lockName() {
    return lock().name();
  }

  /** Waits on this thread for what is left of the wait time. */
  Optional<Lease> acquire(long startNanos) throws InterruptedException {
    return lock().tryAcquire(waitLeft(startNanos), rule.lease());
  }

  /** As {@link #acquire}, without blocking. */
  CompletableFuture<Optional<Lease>> acquireAsync(long startNanos) {
    return lock().tryAcquireAsync(waitLeft(startNanos), rule.lease());
  }

  private DistributedLock lock() {
    return client.getBeanInstance().lock(name);
  }

  private Duration waitLeft(long startNanos) {
    Duration left = rule.waitTime().minusNanos(System.nanoTime() - startNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
