package io.holdfast.verification.simulation;

import io.holdfast.LockActivity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether everything comes in time, seen from outside of the engine: who hears a message asks, every call ends with
 * its patience, nobody stands in a queue who has left, what is held is handed on, and nobody asks without end.
 */
final class Promptness {

  /** Whoever has stepped back waits 5 ms. */
  private static final long LONGEST_DEAF_NANOS = 6_500_000;

  /** What a call may take beyond its patience: one answer; and how late a timer may be when the machine has slept. */
  private static final long LONGEST_ANSWER_NANOS = 20_000_000 + 7_000_000;

  /**
   * Who has no patience at all waits for its own answer: before it there may be that of somebody who left, or of a
   * script that was not known, or too late; and after it that of a release.
   */
  private static final long OTHER_ANSWERS_NANOS = 3 * 20_000_000;

  /** A tenure that nobody uses goes to whoever waits here: after a renewal to fit, or a question to the server. */
  private static final long LONGEST_UNUSED_NANOS = 30_000_000;

  /** What is granted to somebody who has just left is released at once. */
  private static final long LONGEST_HELD_FOR_NOBODY_NANOS = 3_000_000;

  /** How many requests a client may send in a window, besides those that callers and messages explain. */
  private static final long MOST_UNEXPLAINED = 40;

  private static final long WINDOW_NANOS = 20_000_000;

  /** A holder's client asks the server at once, or a thirtieth of a lease after it has last done so. */
  private static final long LONGEST_UNTOLD_NANOS = 16_000_000;

  /** What was lost before is sent again after so long. */
  private static final long COMMAND_NANOS = 25_000_000;

  /** When nothing from the storm is under way any more. */
  private static final long CALM_NANOS = Schedule.STORM.plusMillis(60).toNanos();

  /** Somebody waits here who has heard a message. */
  private record Heard(SimulatedClient client, String lockName, long atNanos) {}

  /** Somebody holds a lock here that was taken, and has heard a message. */
  private record Missing(Holding holding, String lockName, long atNanos) {}

  /** A lease is out, and no caller has it or waits for it. */
  private record ForNobody(long token, long sinceNanos) {}

  private final World world;
  private final ArrayDeque<Heard> heard = new ArrayDeque<>();
  private final ArrayDeque<Missing> missing = new ArrayDeque<>();
  private final Map<String, Long> unusedSince = new HashMap<>();
  private final Map<SimulatedClient, ForNobody> forNobody = new HashMap<>();
  private final Map<SimulatedClient, long[]> windows =
      new HashMap<>(); // when it began, sent, explained

  Promptness(World world) {
    this.world = world;
  }

  /** A message on that channel is about to reach the engine of that client. */
  void heard(SimulatedClient client, String channel, boolean isOwn) {
    explain(client);
    String lockName = channel.substring(channel.indexOf('{') + 1, channel.lastIndexOf('}'));
    if (!isOwn) {
      missed(client, lockName);
    }
    if (client.gateway().commands().isQuiet()
        && !client.gateway().commands().isDown()
        && client.gateway().isRefused(lockName)
        && !client.gateway().isReturning(lockName)
        && client.waiting(lockName) > 0
        && !client.isHeld(lockName)) {
      heard.add(new Heard(client, lockName, world.time().nanos()));
    }
  }

  /** Who holds what the server no longer has. */
  private void missed(SimulatedClient client, String lockName) {
    boolean isCalm =
        world.time().nanos() > CALM_NANOS || world.network().weather().isMild();
    if (!isCalm
        || world.hasNeighbour()
        || client.gateway().commands().isDown()
        || client.process().isPaused()) {
      return;
    }
    for (Holding holding : world.holdings().getOrDefault(lockName, List.of())) {
      if (holding.client() == client
          && !holding.isTold()
          && holding.believes(world.network().sabotage(), world.time().nanos())
          && !world.network().server().keys().hexists(lockName, holding.holder())) {
        missing.add(new Missing(holding, lockName, world.time().nanos()));
      }
    }
  }

  /** Who heard a message after its lock was taken, and was not told before that moment, in words. */
  @Nullable
  String untold(long nextNanos) {
    for (Iterator<Missing> all = missing.iterator(); all.hasNext(); ) {
      Missing one = all.next();
      Holding holding = one.holding();
      long late = nextNanos - one.atNanos();
      boolean isQuiet = !holding.isOver()
          && !holding.isTold()
          && !holding.process().isPaused()
          && holding.process().resumesNanos() < one.atNanos()
          && holding.client().gateway().commands().wasUpSince(one.atNanos() - COMMAND_NANOS);
      if (!isQuiet) {
        all.remove();
      } else if (late > LONGEST_UNTOLD_NANOS + 2 * holding.client().pool().patienceNanos()) {
        return one.lockName() + ": " + holding + " heard a message " + late / 1_000
            + " us ago, the server has it no more, and nobody was told";
      }
    }
    return null;
  }

  /** What is wrong before time goes on to that moment, in words; null if nothing is. */
  @Nullable
  String look(long nextNanos) {
    String deafness = deafness(nextNanos);
    return deafness != null ? deafness : patience(nextNanos);
  }

  private @Nullable String deafness(long nextNanos) {
    for (Iterator<Heard> all = heard.iterator(); all.hasNext(); ) {
      Heard one = all.next();
      if (nextNanos - one.atNanos() <= LONGEST_DEAF_NANOS) {
        return null; // and the later ones as well
      }
      all.remove();
      SimulatedClient client = one.client();
      boolean couldAsk = !client.isGone()
          && !client.process().isPaused()
          && client.process().resumesNanos() < one.atNanos()
          && !client.gateway().commands().isDown();
      if (couldAsk
          && client.waiting(one.lockName()) > 0
          && !client.isHeld(one.lockName())
          && client.gateway().askedNanos(one.lockName()) < one.atNanos()) {
        return client.process() + " waits for " + one.lockName() + ", heard a message "
            + (nextNanos - one.atNanos()) / 1_000 + " us ago, and does not ask";
      }
    }
    return null;
  }

  private @Nullable String patience(long nextNanos) {
    for (SimulatedCaller caller : world.callers()) {
      if (caller.isWaiting() && caller.patientUntilNanos() != Long.MAX_VALUE) {
        SimulatedProcess process = caller.client().process();
        long due = Math.max(caller.patientUntilNanos(), process.resumesNanos())
            + LONGEST_ANSWER_NANOS
            + (caller.isOnce() ? OTHER_ANSWERS_NANOS : 0)
            + 2 * caller.client().pool().patienceNanos();
        if (nextNanos > due && !process.isPaused()) {
          return caller.name() + " was patient until " + caller.patientUntilNanos() / 1_000_000
              + " ms and is not answered at " + nextNanos / 1_000_000 + " ms";
        }
      }
    }
    return null;
  }

  /** A caller of that client got that lock. */
  void granted(SimulatedClient client) {
    explain(client);
    unusedSince.keySet().removeIf(which -> which.startsWith(client.process() + " "));
  }

  /** What stands in queues and tenures, in words if it is wrong. Not cheap: looked at now and then. */
  @Nullable
  String lookAtQueues() {
    Map<String, Integer> calls = new HashMap<>();
    for (SimulatedCaller caller : world.callers()) {
      if (caller.isWaiting()) {
        calls.merge(caller.client().process() + " " + caller.lockName(), 1, Integer::sum);
      }
    }
    for (SimulatedClient client : world.clients()) {
      if (client.isGone() || client.process().isPaused()) {
        continue; // nothing reads the clock of a machine that sleeps
      }
      for (LockActivity activity : client.activities().values()) {
        String lockName = activity.lockName();
        int waiting = calls.getOrDefault(client.process() + " " + lockName, 0);
        if (activity.waiting() > waiting) {
          return client.process() + " has " + activity.waiting() + " in its queue for " + lockName
              + ", but " + waiting + " wait";
        }
        String kept = waiting == 0 ? heldForNobody(client, activity) : null;
        if (kept != null) {
          return kept;
        }
        String unused = world.isSettled() ? unused(client, activity) : null;
        if (unused != null) {
          return unused;
        }
      }
    }
    return storm();
  }

  private @Nullable String heldForNobody(SimulatedClient client, LockActivity activity) {
    String lockName = activity.lockName();
    boolean isSomebodys = activity.held().isEmpty()
        || world.holdings().getOrDefault(lockName, List.of()).stream()
            .anyMatch(holding -> holding.client() == client && !holding.isOver());
    if (isSomebodys) {
      return null;
    }
    long now = world.time().nanos();
    long token = activity.held().get().token();
    ForNobody known = forNobody.get(client);
    if (known == null || known.token() != token) {
      forNobody.put(client, new ForNobody(token, now));
      return null;
    }
    long since = Math.max(known.sinceNanos(), client.process().resumesNanos());
    return now - since > LONGEST_HELD_FOR_NOBODY_NANOS
        ? client.process() + " has held " + lockName + " for " + (now - since) / 1_000
            + " us, for a caller that has left"
        : null;
  }

  private @Nullable String unused(SimulatedClient client, LockActivity activity) {
    String lockName = activity.lockName();
    List<String> fields = world.network().server().keys().hgetall(lockName);
    String which = client.process() + " " + lockName + " " + fields;
    boolean isUnused = activity.waiting() > 0
        && !fields.isEmpty()
        && client.gateway().isLatest(lockName, fields.get(0))
        && activity.held().isEmpty();
    if (!isUnused) {
      unusedSince.remove(which);
      return null;
    }
    long since = unusedSince.computeIfAbsent(which, key -> world.time().nanos());
    long unused = world.time().nanos() - since;
    return unused > LONGEST_UNUSED_NANOS
        ? client.process() + " has had " + lockName + " for " + unused / 1_000
            + " us, its callers wait, and none of them gets it"
        : null;
  }

  /** Something happened that a few requests may follow. */
  void explain(SimulatedClient client) {
    windows.computeIfAbsent(client, key -> new long[3])[2]++;
  }

  private @Nullable String storm() {
    long now = world.time().nanos();
    List<String> storms = new ArrayList<>();
    for (SimulatedClient client : world.clients()) {
      long[] window = windows.computeIfAbsent(client, key -> new long[3]);
      long sent = client.gateway().commands().sent();
      if (now - window[0] < WINDOW_NANOS) {
        if (sent - window[1] > MOST_UNEXPLAINED + 12 * window[2]) {
          storms.add(client.process() + " has sent " + (sent - window[1]) + " requests within "
              + (now - window[0]) / 1_000 + " us, for " + window[2] + " reasons");
        }
      } else {
        window[0] = now;
        window[1] = sent;
        window[2] = 0;
      }
    }
    return storms.isEmpty() ? null : storms.get(0);
  }
}
