package io.holdfast.verification.subject;

import java.time.Duration;
import java.util.Arrays;

/** The libraries. */
enum Library {
  HOLDFAST("holdfast", true),
  /** Every grant acknowledged by one replica. */
  HOLDFAST_ACKNOWLEDGED("holdfast-acknowledged", true),
  REDISSON("redisson", false),
  /** {@code RFencedLock}. */
  REDISSON_FENCED("redisson-fenced", true),
  SPRING_INTEGRATION("spring-integration", false),
  LOCK4J("lock4j", false);

  private final String label;
  private final boolean hasTokens;

  Library(String label, boolean hasTokens) {
    this.label = label;
    this.hasTokens = hasTokens;
  }

  String label() {
    return label;
  }

  boolean hasTokens() {
    return hasTokens;
  }

  Subject open(String uri, Duration lease) {
    return switch (this) {
      case HOLDFAST -> new HoldfastSubject(uri, lease, 0);
      case HOLDFAST_ACKNOWLEDGED -> new HoldfastSubject(uri, lease, 1);
      case REDISSON -> new RedissonSubject(uri, lease, false);
      case REDISSON_FENCED -> new RedissonSubject(uri, lease, true);
      case SPRING_INTEGRATION -> new SpringIntegrationSubject(uri, lease);
      case LOCK4J -> new Lock4jSubject(uri, lease);
    };
  }

  /**
   * The library of that name.
   *
   * @throws IllegalArgumentException naming those there are
   */
  static Library of(String label) {
    return Arrays.stream(values())
        .filter(library -> library.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no lock '" + label
            + "': expected one of " + String.join(", ", Subjects.all())));
  }
}
