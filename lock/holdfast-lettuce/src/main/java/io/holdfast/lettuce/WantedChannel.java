package io.holdfast.lettuce;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One channel of a {@link PubSubLink}: what is wanted, and what the server has acknowledged on the connection there
 * is. Guarded by its link.
 */
final class WantedChannel {

  /*
   *               subscribe            acknowledged
   *   not heard ------------> asking ---------------> heard
   *       ^  ^                  |                       |
   *       |  '-- pause <--------' refused, no answer    |
   *       '---------------------------------------------'  connection lost, ended by the server
   *
   * The same the other way round for one that is no longer wanted. Only one question is out at a time, so an
   * acknowledgement always belongs to the last one.
   */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE_IF_FORBIDDEN = Duration.ofMinutes(1);

  final String name;
  volatile boolean isWanted = true; // read without the lock too
  boolean isHeard;
  boolean isAsked;
  private int refusals;
  private ClientHandle.@Nullable Timer again;

  WantedChannel(String name) {
    this.name = name;
  }

  /** Whether the server is to be asked for something now. */
  boolean isDue() {
    return isWanted != isHeard && !isAsked && again == null;
  }

  /** A change of mind is asked for at once. */
  void want(boolean wanted) {
    isWanted = wanted;
    done();
  }

  /** A new connection, or none: nothing is heard, nothing is asked, and refusals of old do not count. */
  void startOver() {
    isHeard = false;
    isAsked = false;
    done();
  }

  /** The last question was answered as it should be. */
  void done() {
    refusals = 0;
    stopWaiting();
  }

  /** The server refused; asked again after a pause that grows, for what is forbidden up to a minute. */
  void refused(boolean isForbidden, ClientHandle client, Runnable ask) {
    Duration longest = isForbidden ? LONGEST_PAUSE_IF_FORBIDDEN : LONGEST_PAUSE;
    long pause = Math.min(longest.toNanos(), FIRST_PAUSE.toNanos() << Math.min(refusals, 20));
    refusals++;
    stopWaiting();
    // Spread: the other channels were refused at the same moment.
    again = client.schedule(ask, pause - ThreadLocalRandom.current().nextLong(pause / 4 + 1));
  }

  /** The pause is over, or there is something else to ask. */
  void stopWaiting() {
    if (again != null) {
      again.cancel();
      again = null;
    }
  }
}
