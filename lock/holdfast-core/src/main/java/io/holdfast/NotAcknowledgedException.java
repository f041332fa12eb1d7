package io.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lock was granted, but acknowledged by fewer replicas than {@link DistributedLock#acknowledgedBy asked for}: the
 * caller does not hold it. It is being released again, and ends with its lease at the latest. Trying again is safe, and
 * helps once enough replicas keep up.
 */
public final class NotAcknowledgedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String lockName;
  private final int acknowledged;
  private final int wanted;

  /**
   * @param lockName the lock
   * @param message names the lock first
   * @param acknowledged how many replicas surely have
   * @param wanted how many were asked for
   * @param cause what led to it; null if nothing did
   */
  public NotAcknowledgedException(
      String lockName, String message, int acknowledged, int wanted, @Nullable Throwable cause) {
    super(message, cause);
    this.lockName = lockName;
    this.acknowledged = acknowledged;
    this.wanted = wanted;
  }

  /** {@return the lock; never empty} */
  public Optional<String> lockName() {
    return Optional.of(lockName);
  }

  /** {@return how many replicas have surely acknowledged the grant; 0 also if that could not be found out} */
  public int acknowledged() {
    return acknowledged;
  }

  /** {@return how many were asked for} */
  public int wanted() {
    return wanted;
  }
}
