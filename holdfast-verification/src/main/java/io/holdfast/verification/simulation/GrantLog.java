package io.holdfast.verification.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every tenure that a simulated server began, in its order, and those it lost before their end. */
final class GrantLog {

  /** A tenure as the server began it; {@code atMicros} is its time. */
  record Grant(String lockName, String holder, long stamp, long atMicros) {}

  private final List<Grant> all = new ArrayList<>();
  private final Map<String, Long> greatest = new HashMap<>();
  private final Set<String> dropped = new HashSet<>();
  private final Set<String> excused = new HashSet<>();
  private final Map<String, String> holders = new HashMap<>(); // name and stamp → who got it first
  private final Set<String> shared = new HashSet<>();
  private @Nullable Grant disorder;

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
    String first = holders.putIfAbsent(name + " " + stamp, holder);
    if (!wasFree && before == stamp && holder.equals(first)) {
      return; // a retry that finds its own grant
    }
    if (first != null && !holder.equals(first)) {
      shared.add(name);
    }
    Grant grant = new Grant(name, holder, stamp, atMicros);
    all.add(grant);
    greatest.put(name, Math.max(before, stamp));
    if (before >= stamp) {
      long floor = Long.parseLong(arguments.get(script.equals("acquire") ? 2 : 4));
      boolean isOldGrant = script.equals("acquire") && !wasFree;
      if (floor < before && (isOldGrant || atMicros <= before)) {
        excused.add(name + " " + stamp);
      } else {
        disorder = grant;
      }
    }
  }

  /** Whether neither the client nor the server, by clock or key, could know that there was a greater stamp. */
  boolean isExcused(String name, long stamp) {
    return excused.contains(name + " " + stamp);
  }

  int excused() {
    return excused.size();
  }

  /**
   * Whether two holders got the same stamp of that lock. A fencing store cannot tell them apart; from any two others it
   * can, whichever came first.
   */
  boolean isShared(String name) {
    return shared.contains(name);
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

  /** The server is about to lose what stands under that name. */
  void drop(String name, Keyspace keys) {
    if (keys.type(name).equals("hash")) {
      dropped.add(name + " " + SimulatedScripts.stampIn(keys.hgetall(name).get(1)));
    }
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
