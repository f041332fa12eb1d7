package io.holdfast.verification.simulation;

import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.testkit.memory.SimulatedScripts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The promises, looked at after every event. The first one broken ends the run. */
final class Checks {

  /**
   * A free lock that somebody waits for is taken within this time once all is calm: a client that stepped back
   * waits 5 ms, and everybody needs a few packets.
   */
  private static final long LONGEST_IDLE_NANOS = 8_000_000 + 12 * Weather.LONGEST_CALM_NANOS;

  /** A lease that is over on its client's clock is released a moment later. */
  private static final long LONGEST_FORGOTTEN_NANOS = 12_000_000;

  private static final int EVENTS_BETWEEN_ORPHAN_CHECKS = 16;

  /** After a step of the server's clock it takes a lease until nothing is left that was counted by the old one. */
  private static final long CLOCK_SETTLES_NANOS = Schedule.SETTLING.toNanos();

  private final World world;
  private final Losses losses;
  private final Promptness promptness;
  private final Beliefs beliefs;
  private final Refusals refusals;
  private final Releases releases;
  private final Map<String, Long> greatestToken = new HashMap<>();
  private final List<String> broken = new ArrayList<>();
  private final Set<String> ended = new HashSet<>();
  private final Map<SimulatedCaller, Long> heldHereNanos = new HashMap<>();
  private final Map<String, Long> forgottenSince = new HashMap<>();
  private long events;
  private long clockChangedNanos = -CLOCK_SETTLES_NANOS;

  Checks(World world) {
    this.world = world;
    this.losses = new Losses(world);
    this.promptness = new Promptness(world);
    this.beliefs = new Beliefs(world);
    this.refusals = new Refusals(world);
    this.releases = new Releases(world);
  }

  /** A message is about to reach the engine of that client. */
  void heard(SimulatedClient client, String channel, boolean isOwn) {
    promptness.heard(client, channel, isOwn);
  }

  /** A caller asks for a lock, and may be refused. */
  void asks(SimulatedCaller caller) {
    refusals.asks(caller);
  }

  /** A caller was refused. */
  void refused(SimulatedCaller caller) {
    if (!refusals.isExplained(caller)) {
      fail(
          "refused",
          caller.name() + " did not get " + caller.lockName()
              + ", which nobody had since it asked");
    }
  }

  /**
   * A holder releases.
   *
   * @param isHeld whether it believes that it has the lock
   * @return to be run when it is told that all is well
   */
  Runnable releasing(String lockName, Holding holding, boolean isHeld) {
    return isHeld ? releases.begin(lockName, holding, how -> fail("told", how)) : () -> {};
  }

  /** The engine calls back: never on its own stack. */
  void calledBack(SimulatedClient client) {
    if (client.pool().isRunningAtOnce()) {
      fail("callbacks", client.process() + " calls back from inside its engine");
    }
  }

  /** An event says that the lease of that token was released, or lost: one of both, and once. */
  void ended(SimulatedClient client, String lockName, long token) {
    if (!ended.add(client.process() + " " + lockName + " " + token)) {
      fail("told", client.process() + " says twice how the lease of token " + token + " ended");
    }
  }

  /** A caller was given what is not a lock. */
  void foreignKeyIgnored(String caller) {
    fail("foreign", caller + " was given " + SimulatedCaller.NO_LOCK + ", which is not a lock");
  }

  /**
   * A caller got a lease that a replica was to acknowledge: then the replica has it. Unless it had ended everywhere, and
   * was shown again by a server that had missed its end.
   */
  void acknowledged(String lockName, Holding holding) {
    List<String> fields = world.network().server().keys().hgetall(lockName);
    GrantLog grants = world.network().server().grants();
    boolean isThere = !fields.isEmpty()
        && holding.isOf(fields.get(0))
        && grants.forced(lockName, holding.stamp()) == null
        && !grants.isDropped(lockName, holding.stamp());
    if (isThere && !world.network().server().replicas().knows(lockName, fields.get(0))) {
      fail("acknowledged", lockName + " is held by " + holding + ", and no replica knows of it");
    }
  }

  /** The server's clock, or the server, is another one: what was counted by the old one may stay for a lease. */
  void clockChanged() {
    clockChangedNanos = world.time().nanos();
  }

  /** What was broken, in words. */
  List<String> broken() {
    return broken;
  }

  private void fail(String promise, String how) {
    broken.add(promise + ": " + how);
  }

  /** A caller got a lease: its token is above all before, if the server still knows its tenure. */
  void granted(String lockName, Holding holding) {
    promptness.granted(holding.client());
    long token = holding.lease().token();
    long before = greatestToken.getOrDefault(lockName, Long.MIN_VALUE);
    List<String> fields = world.network().server().keys().hgetall(lockName);
    boolean isKnown =
        !fields.isEmpty() && SimulatedScripts.stampIn(fields.get(1)) == holding.stamp();
    boolean isExcused = world.network().server().grants().isExcused(lockName, holding.stamp());
    if (isExcused) {
      world.count(Incident.TOKEN_WENT_BACK_BY_CLOCK);
    } else if (isKnown && token <= before) {
      fail("tokens", lockName + " was given with token " + token + " after " + before);
    }
    greatestToken.put(lockName, Math.max(before, token));
  }

  /** Before time goes on to that moment. */
  void beforeGoingOnTo(long nextNanos) {
    String delay = promptness.look(nextNanos);
    if (delay != null) {
      fail("in time", delay);
    }
    String silence = promptness.untold(nextNanos);
    if (silence != null) {
      fail("told", silence);
    }
    if (!world.isSettled()) {
      return;
    }
    Keyspace keys = world.network().server().keys();
    for (SimulatedCaller caller : world.callers()) {
      if (caller.isWaiting() && keys.type(caller.lockName()).equals("none")) {
        if (caller.client().isHeld(caller.lockName())) {
          heldHereNanos.put(
              caller, nextNanos); // it was taken by force, and its holder does not know
          continue;
        }
        long freed = keys.freeSinceMicros(caller.lockName());
        long ahead = world.network().server().aheadMicros();
        long freeNanos = (freed - ahead - VirtualTime.WALL_ORIGIN_MILLIS * 1_000) * 1_000;
        long settled = Schedule.STORM.plus(Schedule.SETTLING).toNanos();
        long since = Math.max(caller.waitingSinceNanos(), settled);
        since = freed == Long.MIN_VALUE ? since : Math.max(since, freeNanos);
        Long heldHere = heldHereNanos.get(caller); // or up to one such time later
        since = heldHere == null ? since : Math.max(since, heldHere);
        long longest = LONGEST_IDLE_NANOS + 2 * caller.client().pool().patienceNanos();
        if (nextNanos - since > longest) {
          if (heldHere != null && nextNanos - since <= 2 * longest) {
            continue;
          }
          fail(
              "wake-up",
              caller.lockName() + " was free and waited for, and nobody took it for "
                  + (nextNanos - since) / 1_000_000 + " ms");
          return;
        }
      }
    }
  }

  void afterEvent() {
    refusals.look();
    world.holdings().forEach(this::checkExclusion);
    world.holdings().forEach((lockName, holdings) -> {
      for (Holding holding : holdings) {
        String silence = losses.look(lockName, holding);
        if (silence != null) {
          fail("told", lockName + ": " + silence);
        }
        String excess = beliefs.excess(lockName, holding);
        if (excess != null) {
          fail("exclusion", lockName + ": " + excess);
        }
        String blocking = isClockSteady() ? beliefs.excessOfServer(lockName, holding) : null;
        if (blocking != null) {
          fail("blocking", lockName + ": " + blocking);
        }
        String shortened = holding.shortened();
        if (shortened != null) {
          fail("renewals", lockName + ": " + shortened);
        }
        if (holding.brokenWord() != null) {
          fail("renewals", lockName + ": " + holding + " " + holding.brokenWord());
        }
      }
    });
    GrantLog.Grant disorder = world.network().server().grants().disorder();
    if (disorder != null) {
      fail("tokens", "the server's stamps do not grow: " + disorder);
    }
    GrantLog.Grant shared = world.network().server().grants().shared();
    if (shared != null) {
      fail("tokens", "two holders got one stamp: " + shared);
    }
    if (!world.network().server().keys().hgetall(SimulatedCaller.NO_LOCK).equals(World.NO_LOCK)) {
      fail("foreign", "what is not a lock was changed");
    }
    if (++events % EVENTS_BETWEEN_ORPHAN_CHECKS == 0) {
      checkOrphans();
      String delay = promptness.lookAtQueues();
      if (delay != null) {
        fail("in time", delay);
      }
    }
  }

  private boolean isClockSteady() {
    return clockChangedNanos < 0;
  }

  private void checkExclusion(String lockName, List<Holding> holdings) {
    holdings.removeIf(Holding::isOver);
    if (holdings.size() < 2) {
      return;
    }
    Sabotage sabotage = world.network().sabotage();
    GrantLog grants = world.network().server().grants();
    List<Holding> believing = holdings.stream()
        .filter(holding ->
            !grants.isDropped(lockName, holding.stamp()) || isGivenAfterForce(lockName, holding))
        .filter(holding -> holding.believes(sabotage, world.time().nanos()))
        .toList();
    if (believing.size() > 1) {
      fail("exclusion", lockName + " is held by " + believing);
    }
  }

  /**
   * Whether its own client had ended that tenure by force before it was given to the holder. A tenure that began after
   * the client had asked for that may have been overtaken by it; and one that comes later than any answer is awaited
   * ends whatever it finds.
   */
  private boolean isGivenAfterForce(String lockName, Holding holding) {
    GrantLog grants = world.network().server().grants();
    GrantLog.Forced forced = grants.forced(lockName, holding.stamp());
    return forced != null
        && forced.by().equals(holding.process().name())
        && forced.doneNanos() < holding.sinceNanos()
        && forced.doneNanos() - forced.calledNanos()
            < holding.client().gateway().commands().timeoutNanos()
        && forced.calledNanos() > holding.client().gateway().firstAskedNanos(holding.holder());
  }

  /** A key whose client does not know about it will be released by nobody. */
  private void checkOrphans() {
    if (world.time().nanos() - clockChangedNanos < CLOCK_SETTLES_NANOS) {
      return;
    }
    Keyspace keys = world.network().server().keys();
    for (String key : keys.keys()) {
      String holder = keys.hgetall(key).get(0);
      if (key.equals(SimulatedCaller.NO_LOCK)) {
        continue;
      }
      for (SimulatedClient client : world.clients()) {
        boolean isOfThisClock = client.gateway().firstAskedNanos(holder) > clockChangedNanos;
        if (isOfThisClock && client.hasForgotten(key, holder)) {
          long since = Math.max(
              client.process().resumesNanos(),
              forgottenSince.computeIfAbsent(holder, name -> world.time().nanos()));
          if (world.time().nanos() - since > LONGEST_FORGOTTEN_NANOS) {
            fail("orphans", key + " belongs to " + client.process() + ", which has forgotten it");
          }
        }
      }
    }
  }

  /** Nothing will happen any more. */
  void atTheEnd() {
    for (SimulatedCaller caller : world.callers()) {
      if (caller.isWaiting()) {
        fail("liveness", "a caller waits for " + caller.lockName() + " and nothing will wake it");
      }
    }
    world.stores().forEach((lockName, store) -> {
      if (store.lostUpdates() != 0) {
        fail("fencing", lockName + "'s store lost " + store.lostUpdates() + " updates");
      }
    });
    if (world.time().nextNanos() != Long.MAX_VALUE) {
      fail("leaks", "something is still planned");
    }
    for (SimulatedClient client : world.clients()) {
      if (!client.isGone() && !client.leftovers().isEmpty()) {
        fail("leaks", client.process() + " still has " + client.leftovers());
      }
    }
    List<String> keys = world.network().server().keys().keys();
    if (!keys.equals(List.of(SimulatedCaller.NO_LOCK))) {
      fail("leaks", "keys are left: " + keys);
    }
    if (!world.network().server().channels().names().isEmpty()) {
      fail("leaks", "channels are left: " + world.network().server().channels().names());
    }
  }
}
