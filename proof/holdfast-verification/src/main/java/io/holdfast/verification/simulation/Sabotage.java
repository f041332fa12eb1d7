package io.holdfast.verification.simulation;

import io.holdfast.spi.ScriptReply;
import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.testkit.memory.SimulatedScripts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where a bug can be planted, to see that the checks find it. As it stands it plants none. */
public interface Sabotage {

  /** Nothing is sabotaged. */
  Sabotage NONE = new Sabotage() {};

  /** The scripts of the server. */
  default SimulatedScripts scripts(Keyspace keys, Channels channels) {
    return new SimulatedScripts(keys, channels);
  }

  /** What the gateway says instead of <em>no reply</em>; null for the truth. */
  default @Nullable ScriptReply insteadOfSilence(String script) {
    return null;
  }

  /** Whether the gateway keeps the server's acknowledgement of a subscription to itself. */
  default boolean swallowsAcknowledgement() {
    return false;
  }

  /** Whether the gateway forgets to tell the server that nobody listens any more. */
  default boolean swallowsUnsubscribe() {
    return false;
  }

  /** After what time a timer fires that was set for that time. */
  default long timerNanos(long nanos) {
    return nanos;
  }

  /**
   * Whether a holder believes in its lease.
   *
   * @param remaining what the lease says
   * @param sinceReply how long ago the holder got it
   * @param leaseTime what was asked for
   */
  default boolean believes(Duration remaining, Duration sinceReply, Duration leaseTime) {
    return !remaining.isZero();
  }

  /** Whether the store checks the token of a read, too. */
  default boolean checksReads() {
    return true;
  }
}
