package io.holdfast.benchmarks.contestant;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Everybody who can be measured, by the name used on the command line and in reports. */
public enum Contestants {
  HOLDFAST("holdfast"),
  /** Every grant comes from the server: what is left of the lead without that trick. */
  HOLDFAST_NO_HAND_OVER("holdfast-no-hand-over"),
  /** On a Lettuce client the application has, as in a Spring Boot service. */
  HOLDFAST_SHARED("holdfast-shared"),
  /** Every grant acknowledged by one replica, which the server must have. */
  HOLDFAST_ACKNOWLEDGED("holdfast-acknowledged"),
  REDISSON("redisson"),
  /** With its transport set to epoll, which is not its default. */
  REDISSON_EPOLL("redisson-epoll"),
  SPRING_INTEGRATION("spring-integration"),
  LOCK4J("lock4j"),
  RAW_LETTUCE("raw-lettuce"),
  /** The floor without a fencing token: what minting one costs. */
  RAW_LETTUCE_NO_TOKEN("raw-lettuce-no-token"),
  RAW_JEDIS("raw-jedis"),
  /** The floor of a hand-over between processes: one publish, one script. */
  RAW_WAKE_UP("raw-wake-up");

  private final String label;

  Contestants(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Whether this is us, in any form. */
  public boolean isOurs() {
    return label.startsWith("holdfast");
  }

  /** Connects, with that lease time for locks that are renewed. */
  public Contestant open(String uri, long leaseMillis) {
    return switch (this) {
      case HOLDFAST -> new HoldfastContestant(uri, leaseMillis, true, 0);
      case HOLDFAST_NO_HAND_OVER -> new HoldfastContestant(uri, leaseMillis, false, 0);
      case HOLDFAST_ACKNOWLEDGED -> new HoldfastContestant(uri, leaseMillis, true, 1);
      case HOLDFAST_SHARED -> new SharedHoldfastContestant(uri, leaseMillis);
      case REDISSON -> new RedissonContestant(uri, leaseMillis, false);
      case REDISSON_EPOLL -> new RedissonContestant(uri, leaseMillis, true);
      case SPRING_INTEGRATION -> new SpringIntegrationContestant(uri, leaseMillis);
      case LOCK4J -> new Lock4jContestant(uri, leaseMillis);
      case RAW_LETTUCE -> new RawLettuceContestant(uri, leaseMillis, LockScripts.ours());
      case RAW_LETTUCE_NO_TOKEN ->
        new RawLettuceContestant(uri, leaseMillis, LockScripts.withoutToken());
      case RAW_JEDIS -> new RawJedisContestant(uri, leaseMillis);
      case RAW_WAKE_UP -> new RawWakeUpContestant(uri, leaseMillis);
    };
  }

  /**
   * The contestant of that name.
   *
   * @throws IllegalArgumentException naming those there are
   */
  public static Contestants of(String label) {
    return Arrays.stream(values())
        .filter(contestant -> contestant.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "unknown contestant '" + label + "': expected one of " + labels()));
  }

  /** All names, for messages. */
  public static String labels() {
    return Arrays.stream(values()).map(Contestants::label).collect(Collectors.joining(", "));
  }
}
