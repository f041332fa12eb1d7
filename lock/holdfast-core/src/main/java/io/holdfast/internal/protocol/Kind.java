package io.holdfast.internal.protocol;

import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a name of one kind says to the server, and what the server's replies mean. Two names that differ in
 * their kind are two locks. Stateless.
 */
public interface Kind {

  /** How many tenures of one name a client may have at a time. */
  default int mostTenures() {
    return 1;
  }

  /** The channel on which a release of that name is published. */
  String channelOf(String name);

  /**
   * Takes the lock, if it is free.
   *
   * @param wantedUntilMicros after that time of the server nothing is to be done
   */
  ScriptCall acquire(
      Dialect dialect, String name, String holder, long leaseMillis, long wantedUntilMicros);

  /** Whether by that value of a reply to {@link #acquire}, whatever it is, the lock is ours. */
  boolean isGrant(@Nullable Object value);

  /** What the server has said to {@link #acquire}. */
  Taken taken(String name, ScriptReply reply);

  /**
   * Renews holds of one partition; the reply has 1, 0 or an error for each.
   *
   * @param shortens whether the lease may become shorter by it, and whoever waits is told so. Only with one name
   */
  ScriptCall renew(
      Dialect dialect,
      List<String> names,
      List<String> holders,
      long leaseMillis,
      boolean shortens);

  /** Ends a hold; the reply is 0 if there was none, 1 if somebody was told, else 2. */
  ScriptCall release(Dialect dialect, String name, String holder);

  /**
   * Goes on under a new stamp if nobody else listens, else releases.
   *
   * @param ownListeners how many of those who listen are of this client
   */
  ScriptCall yieldTurn(
      Dialect dialect, String name, String holder, long leaseMillis, int ownListeners);

  /** What the server has said to {@link #yieldTurn}, which was sent at that time. */
  Answer yielded(ScriptReply reply, long sentNanos);

  /** Ends whatever stands under the name; the reply is 0 if there was nothing. */
  ScriptCall force(Dialect dialect, String name);

  /** Asks what stands under the name. */
  ScriptCall inspect(String name);

  /** What the server has said to {@link #inspect}. */
  Inspection inspected(String name, ScriptReply reply);

  /** What the server did with a request for a lock. */
  sealed interface Taken {

    /**
     * It is ours.
     *
     * @param nowMicros the server's time
     */
    record Granted(long stamp, long nowMicros) implements Taken {}

    /**
     * Somebody else has it.
     *
     * @param remainingMillis what remains of the other's lease; negative if it has no end
     * @param stamp the greatest that is known there
     */
    record Refused(long remainingMillis, long stamp) implements Taken {}

    /**
     * It came too late.
     *
     * @param nowMicros the server's time
     */
    record Late(long nowMicros) implements Taken {}

    /**
     * Something that is no lock stands under the name.
     *
     * @param what what it is
     */
    record Foreign(String what) implements Taken {}
  }
}
