package io.holdfast.verification.subject;

import io.holdfast.verification.history.Form;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's {@code RLock} or {@code RFencedLock}, with its default settings but the lease time. */
final class RedissonSubject implements Subject {

  private final RedissonClient client;
  private final boolean isFenced;
  private final AtomicLong holders = new AtomicLong(1_000_000); // beyond the ids of real threads

  RedissonSubject(String uri, Duration lease, boolean isFenced) {
    this.isFenced = isFenced;
    this.client =
        Redisson.create(PeerAddresses.redisson(uri).setLockWatchdogTimeout(lease.toMillis()));
  }

  @Override
  public Set<Form> forms() {
    return isFenced
        ? EnumSet.of(Form.LOCK, Form.TRY, Form.TIMED, Form.FIXED, Form.REENTRANT)
        : EnumSet.of(
            Form.LOCK,
            Form.TRY,
            Form.TIMED,
            Form.FIXED,
            Form.INTERRUPTIBLE,
            Form.ASYNC,
            Form.REENTRANT);
  }

  @Override
  public Optional<Grip> acquire(Request request) throws Exception {
    return isFenced
        ? fenced(client.getFencedLock(request.lock()), request)
        : plain(client.getLock(request.lock()), request);
  }

  private Optional<Grip> plain(RLock lock, Request request) throws Exception {
    long wait = request.longest().toMillis();
    switch (request.form()) {
      case TRY -> {
        return lock.tryLock() ? Optional.of(RedissonGrip.of(lock)) : Optional.empty();
      }
      case TIMED -> {
        return lock.tryLock(wait, TimeUnit.MILLISECONDS)
            ? Optional.of(RedissonGrip.of(lock))
            : Optional.empty();
      }
      case ASYNC -> {
        long holder = holders.incrementAndGet();
        boolean isGranted = lock.tryLockAsync(wait, -1, TimeUnit.MILLISECONDS, holder)
            .toCompletableFuture()
            .get();
        return isGranted ? Optional.of(RedissonGrip.async(lock, holder)) : Optional.empty();
      }
      case FIXED -> {
        lock.lock(request.fixed().toMillis(), TimeUnit.MILLISECONDS);
        return Optional.of(RedissonGrip.fixed(lock, 0, request.fixed()));
      }
      case INTERRUPTIBLE -> lock.lockInterruptibly();
      case LOCK, REENTRANT -> lock.lock();
      case LEASE -> throw new IllegalArgumentException("Redisson has no leases of their own");
    }
    return Optional.of(RedissonGrip.of(lock));
  }

  private static Optional<Grip> fenced(RFencedLock lock, Request request) {
    return switch (request.form()) {
      case TRY ->
        Optional.ofNullable(lock.tryLockAndGetToken())
            .map(token -> RedissonGrip.fenced(lock, token));
      case TIMED ->
        Optional.ofNullable(
                lock.tryLockAndGetToken(request.longest().toMillis(), TimeUnit.MILLISECONDS))
            .map(token -> RedissonGrip.fenced(lock, token));
      case FIXED ->
        Optional.of(RedissonGrip.fixed(
            lock,
            lock.lockAndGetToken(request.fixed().toMillis(), TimeUnit.MILLISECONDS),
            request.fixed()));
      case LOCK, REENTRANT -> Optional.of(RedissonGrip.fenced(lock, lock.lockAndGetToken()));
      case LEASE, ASYNC, INTERRUPTIBLE ->
        throw new IllegalArgumentException("RFencedLock is not asked by " + request.form());
    };
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
