package io.holdfast.verification.subject;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LeaseView;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.ServerErrorException;
import io.holdfast.verification.history.Form;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Holdfast, in every form it has. */
final class HoldfastSubject implements Subject {

  private final Holdfast client;
  private final int replicas;

  /**
   * @param replicas how many are to acknowledge each grant
   */
  HoldfastSubject(String uri, Duration lease, int replicas) {
    this.replicas = replicas;
    this.client = Holdfast.builder()
        .uri(uri)
        .leaseTime(lease)
        .unavailableAfter(lease.multipliedBy(3))
        .build();
  }

  @Override
  public Set<Form> forms() {
    return EnumSet.allOf(Form.class);
  }

  @Override
  public Optional<Grip> acquire(Request request) throws Exception {
    try {
      return acquire(client.lock(request.lock()).acknowledgedBy(replicas), request);
    } catch (ServerErrorException | NotAcknowledgedException e) {
      throw new NotDoneException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ServerErrorException
          || e.getCause() instanceof NotAcknowledgedException) {
        throw new NotDoneException(e);
      }
      throw e;
    }
  }

  private static Optional<Grip> acquire(DistributedLock lock, Request request) throws Exception {
    switch (request.form()) {
      case TRY -> {
        return lock.tryLock() ? Optional.of(byThread(lock)) : Optional.empty();
      }
      case TIMED -> {
        return lock.tryLock(request.longest().toMillis(), TimeUnit.MILLISECONDS)
            ? Optional.of(byThread(lock))
            : Optional.empty();
      }
      case LEASE -> {
        return lock.tryAcquire(request.longest()).map(HoldfastLeaseGrip::new);
      }
      case ASYNC -> {
        return async(lock, request.longest()).map(HoldfastLeaseGrip::new);
      }
      case FIXED ->
      // as a lease, for its deadline is the point here
      {
        return Optional.of(
            new HoldfastLeaseGrip(lock.acquire(LeaseOptions.fixed(request.fixed()))));
      }
      case INTERRUPTIBLE -> lock.lockInterruptibly();
      case LOCK, REENTRANT -> lock.lock();
    }
    return Optional.of(byThread(lock));
  }

  private static Optional<Lease> async(DistributedLock lock, Duration wait) throws Exception {
    CompletableFuture<Lease> future = lock.acquireAsync();
    try {
      return Optional.of(future.get(wait.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException | InterruptedException e) {
      if (future.cancel(false)) {
        throw e;
      }
      return Optional.of(future.join()); // it came while we turned away
    }
  }

  /** A hold that was lost before we could look has told its token when it was released. */
  private static Grip byThread(DistributedLock lock) {
    Optional<LeaseView> lease = lock.current();
    if (lease.isPresent()) {
      return new HoldfastThreadGrip(lock, lease.get());
    }
    try {
      lock.unlock();
      throw new IllegalStateException(lock.name() + " was released although there was no lease");
    } catch (LeaseLostException e) {
      return new LostGrip(e.loss().token());
    }
  }

  @Override
  public List<String> leftovers() {
    return client.activities().stream()
        .map(activity -> "still there: " + activity)
        .toList();
  }

  @Override
  public void close() {
    client.close();
  }
}
