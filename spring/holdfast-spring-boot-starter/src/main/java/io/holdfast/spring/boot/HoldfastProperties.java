package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import io.holdfast.LeaseOptions;
import io.holdfast.spi.GatewaySettings.PubSub;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code holdfast}. None is required: the server is the one of {@code
 * spring.data.redis}.
 *
 * @param enabled Whether to configure Holdfast at all.
 * @param uri Server to use instead of the one of spring.data.redis, for example redis://localhost:6379,
 *     redis-sentinel://h1,h2#primary, redis-cluster://h1,h2 or redis-replicas://h1,h2.
 * @param clientName Name shown by CLIENT LIST. Default: spring.data.redis.client-name, else holdfast.
 * @param prefix Text before the name of every lock, for example locks:shop:, up to 128 bytes without braces. It
 *     becomes part of the key that Redisson shares.
 * @param leaseTime How long a crashed holder blocks the others: the lease time of renewed leases.
 * @param commandTimeout How long to wait for one reply of the server; under a third of the lease time.
 *     Default: 2s, or a quarter of a shorter lease time.
 * @param unavailableAfter After how long without an answer callers get LockUnavailableException.
 * @param holdWarning After how long a renewed lease that is still held leaves a warning in the log; 0 for none.
 * @param handOver How callers of this process may hand a lock to each other.
 * @param pubSub Which kind of channels carries wake-ups; auto chooses as Redisson does.
 * @param locked How the annotation Locked behaves.
 */
@ConfigurationProperties("holdfast")
public record HoldfastProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String uri,
    @Nullable String clientName,
    @DefaultValue("") String prefix,
    @DefaultValue("30s") Duration leaseTime,
    @Nullable Duration commandTimeout,
    @DefaultValue("10s") Duration unavailableAfter,
    @DefaultValue("10m") Duration holdWarning,
    @DefaultValue HandOver handOver,
    @DefaultValue("auto") PubSub pubSub,
    @DefaultValue LockedSettings locked) {

  /**
   * Refuses what is out of bounds, by the property's name.
   *
   * @param enabled whether to configure Holdfast at all
   * @param uri null: the server of spring.data.redis; not blank
   * @param clientName null: that of spring.data.redis, else holdfast; not blank
   * @param prefix up to 128 bytes without braces
   * @param leaseTime 10 ms to 24 hours
   * @param commandTimeout above zero and under a third of the lease time; null: the default
   * @param unavailableAfter above zero
   * @param holdWarning zero or more
   * @param handOver how callers of this process may hand a lock to each other
   * @param pubSub which kind of channels carries wake-ups
   * @param locked how the annotation Locked behaves
   */
  public HoldfastProperties {
    requireText("holdfast.uri", uri, "a server such as redis://localhost:6379");
    requireText("holdfast.client-name", clientName, "a name without blanks");
    try {
      Holdfast.builder().keyPrefix(prefix);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("holdfast.prefix is '" + prefix + "': " + e.getMessage());
    }
    require(
        leaseTime.compareTo(LeaseOptions.SHORTEST) >= 0
            && leaseTime.compareTo(LeaseOptions.LONGEST) <= 0,
        "holdfast.lease-time",
        leaseTime,
        "10ms to 24h");
    require(
        commandTimeout == null
            || (isPositive(commandTimeout)
                && commandTimeout.multipliedBy(3).compareTo(leaseTime) < 0),
        "holdfast.command-timeout",
        commandTimeout,
        "more than zero and under a third of holdfast.lease-time, which is " + leaseTime);
    require(
        isPositive(unavailableAfter), "holdfast.unavailable-after", unavailableAfter, "over zero");
    require(!holdWarning.isNegative(), "holdfast.hold-warning", holdWarning, "zero or more");
  }

  /**
   * How callers of one process may hand a lock to each other before other processes get their turn.
   *
   * @param count How often in a row, up to 1023; 0 switches hand-over off.
   * @param time For how long in a row.
   */
  public record HandOver(
      @DefaultValue("64") int count, @DefaultValue("50ms") Duration time) {

    /**
     * Refuses what is out of bounds, by the property's name.
     *
     * @param count 0 to 1023
     * @param time zero or more
     */
    public HandOver {
      require(count >= 0 && count <= 1023, "holdfast.hand-over.count", count, "0 to 1023");
      require(!time.isNegative(), "holdfast.hand-over.time", time, "zero or more");
    }
  }

  /**
   * How {@link io.holdfast.spring.locked.Locked} behaves.
   *
   * @param enabled Whether methods annotated with Locked are guarded.
   * @param waitTime How long a call waits for its lock when its annotation does not say, unless it skips
   *     when refused: then it does not wait.
   * @param order Place of the lock among the advice of a method, the smallest being outermost. The default is inside of
   *     method security and outside of transactions.
   * @param refusedStatus HTTP status of a request whose lock was refused, unless a handler says otherwise.
   */
  public record LockedSettings(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("10s") Duration waitTime,
      @DefaultValue("1000") int order,
      @DefaultValue("409") int refusedStatus) {

    /**
     * Refuses what is out of bounds, by the property's name.
     *
     * @param enabled whether methods annotated with Locked are guarded
     * @param waitTime zero or more
     * @param order any number
     * @param refusedStatus 400 to 599
     */
    public LockedSettings {
      require(!waitTime.isNegative(), "holdfast.locked.wait-time", waitTime, "zero or more");
      require(
          refusedStatus >= 400 && refusedStatus < 600,
          "holdfast.locked.refused-status",
          refusedStatus,
          "an HTTP status from 400 to 599");
    }
  }

  private static boolean isPositive(Duration value) {
    return !value.isNegative() && !value.isZero();
  }

  private static void requireText(String property, @Nullable String value, String expected) {
    require(value == null || !value.isBlank(), property, value, expected);
  }

  private static void require(
      boolean condition, String property, @Nullable Object value, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(property + " is '" + value + "': expected " + expected);
    }
  }
}
