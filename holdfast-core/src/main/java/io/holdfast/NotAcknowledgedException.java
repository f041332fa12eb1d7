package io.holdfast;

/**
 * The lock was granted, but acknowledged by fewer replicas than {@link DistributedLock#acknowledgedBy asked for}: the
 * caller does not hold it. It is being released again, and ends with its lease at the latest. Trying again is safe, and
 * helps once enough replicas keep up.
 */
public final class NotAcknowledgedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int acknowledged;
  private final int wanted;

  public NotAcknowledgedException(String message, int acknowledged, int wanted) {
    super(message);
    this.acknowledged = acknowledged;
    this.wanted = wanted;
  }

  /** How many replicas have surely acknowledged the grant; 0 also if that could not be found out. */
  public int acknowledged() {
    return acknowledged;
  }

  /** How many were asked for. */
  public int wanted() {
    return wanted;
  }
}
