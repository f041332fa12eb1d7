package io.holdfast.verification.simulation;

import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.testkit.memory.SimulatedScripts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every tenure that a simulated server began, in its order, and those it lost before their end. */
final class GrantLog {

  /** A tenure as the server began it; {@code atMicros} is its time. */
  record Grant(String lockName, String holder, long stamp, long atMicros) {}

  /** A tenure that a client ended by force: who, when it asked for that, and when it was done. */
  record Forced(String by, long calledNanos, long doneNanos) {}

  private final List<Grant> all = new ArrayList<>();
  private final Map<String, Long> greatest = new HashMap<>();
  private final Set<String> dropped = new HashSet<>();
  private final Map<String, Forced> forced = new HashMap<>();
  private final Set<String> excused = new HashSet<>();
  private final Map<String, String> holders = new HashMap<>(); // name and stamp → who got it first
  private final Map<String, Long> floors =
      new HashMap<>(); // name and stamp → what it was made from
  private boolean wasSetBack;
  private @Nullable Grant disorder;
  private @Nullable Grant shared;

  void note(
      String script,
      String name,
      List<String> arguments,
      Object reply,
      boolean wasFree,
      long atMicros) {
    boolean began = script.equals("acquire") || script.equals("yield");
    if (!began
        || !(reply instanceof List<?> values)
        || !Long.valueOf(1).equals(values.get(0))
        || !(values.get(1) instanceof Long stamp)) {
      return;
    }
    long before = greatest.getOrDefault(name, Long.MIN_VALUE);
    String holder = arguments.get(0);
    long floor = Long.parseLong(arguments.get(script.equals("acquire") ? 2 : 4));
    String first = holders.putIfAbsent(name + " " + stamp, holder);
    Long firstFloor = floors.putIfAbsent(name + " " + stamp, floor);
    if (!wasFree && before == stamp && holder.equals(first)) {
      return; // a retry that finds its own grant
    }
    Grant grant = new Grant(name, holder, stamp, atMicros);
    if (first != null
        && !clientOf(holder).equals(clientOf(first))
        && Objects.equals(floor, firstFloor)) {
      shared = grant;
    }
    all.add(grant);
    greatest.put(name, Math.max(before, stamp));
    if (before >= stamp) {
      boolean isOldGrant = script.equals("acquire") && !wasFree;
      if (floor < before && (isOldGrant || (wasSetBack && atMicros <= before))) {
        excused.add(name + " " + stamp);
      } else {
        disorder = grant;
      }
    }
  }

  /** Of two grants to one client with one stamp the first was not answered: nobody got its token. */
  private static String clientOf(String holder) {
    return holder.substring(0, holder.lastIndexOf(':'));
  }

  /** Whether neither the client nor the server, by clock or key, could know that there was a greater stamp. */
  boolean isExcused(String name, long stamp) {
    return excused.contains(name + " " + stamp);
  }

  int excused() {
    return excused.size();
  }

  /**
   * A grant whose stamp another client had before, made from the same floor, if there was one: a fencing store cannot
   * tell the two apart. (From two floors they can be the same by chance, while the clock is behind.)
   */
  @Nullable
  Grant shared() {
    return shared;
  }

  /**
   * A promoted replica shows that name as it was. If somebody else has had it since, whoever stands there goes on, and
   * hands over, with an older token.
   */
  void shownAgain(String name, Keyspace keys) {
    if (keys.type(name).equals("hash")) {
      long stamp = SimulatedScripts.stampIn(keys.hgetall(name).get(1));
      if (stamp < greatest.getOrDefault(name, Long.MIN_VALUE)) {
        excused.add(name + " " + stamp);
      }
    }
  }

  /** The server's clock is behind what it has shown before. */
  void clockSetBack() {
    wasSetBack = true;
  }

  /** The server is about to lose what stands under that name. */
  void drop(String name, Keyspace keys) {
    if (keys.type(name).equals("hash")) {
      dropped.add(name + " " + SimulatedScripts.stampIn(keys.hgetall(name).get(1)));
    }
  }

  /** What stands under that name is ended by force, by that client. */
  void force(String name, Keyspace keys, Forced how) {
    if (keys.type(name).equals("hash")) {
      forced.put(name + " " + SimulatedScripts.stampIn(keys.hgetall(name).get(1)), how);
    }
  }

  /** How that tenure was ended by force, if it was. */
  @Nullable
  Forced forced(String name, long stamp) {
    return forced.get(name + " " + stamp);
  }

  boolean isDropped(String name, long stamp) {
    return dropped.contains(name + " " + stamp);
  }

  /** A grant whose stamp is not above the one before, if there was one. */
  @Nullable
  Grant disorder() {
    return disorder;
  }

  List<Grant> all() {
    return all;
  }
}
