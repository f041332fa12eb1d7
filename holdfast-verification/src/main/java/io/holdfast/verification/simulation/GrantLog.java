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
  private @Nullable Grant disorder;

  void note(
      String script,
      String name,
      List<String> arguments,
      Object reply,
      boolean wasFree,
      long atMicros) {
    boolean began = (script.equals("acquire") && wasFree) || script.equals("yield");
    if (!began
        || !(reply instanceof List<?> values)
        || !Long.valueOf(1).equals(values.get(0))
        || !(values.get(1) instanceof Long stamp)) {
      return;
    }
    Grant grant = new Grant(name, arguments.get(0), stamp, atMicros);
    all.add(grant);
    Long before = greatest.put(name, stamp);
    if (before != null && before >= stamp) {
      disorder = grant;
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
