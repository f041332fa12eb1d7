package io.holdfast.flashsale.sandbox;

import java.time.Duration;
import java.util.UUID;

/**
 * How badly the sandbox behaves. What happens to an attempt follows from the seed and its id: the same every time.
 *
 * @param delay how long each answer takes
 * @param declined share of charges it declines, 0 to 1
 * @param lost share of answers that get lost after it has done what it was asked
 * @param later share of answers that it gives by webhook only
 * @param twice share of answers that it gives a second time, by webhook
 * @param webhookDelay how long its webhooks take
 * @param seed of all this
 */
public record Mischief(
    Duration delay,
    double declined,
    double lost,
    double later,
    double twice,
    Duration webhookDelay,
    long seed) {

  /** It behaves. */
  public static final Mischief NONE = new Mischief(Duration.ZERO, 0, 0, 0, 0, Duration.ZERO, 0);

  boolean strikes(double share, String what, UUID id) {
    if (share <= 0) {
      return false;
    }
    long mixed = seed * 0x9E3779B97F4A7C15L
        ^ id.getMostSignificantBits()
        ^ Long.rotateLeft(id.getLeastSignificantBits(), 31)
        ^ what.hashCode() * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    mixed ^= mixed >>> 31;
    return (mixed >>> 11) * 0x1.0p-53 < share;
  }
}
