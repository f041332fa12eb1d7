package io.holdfast.verification.simulation;

import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.testkit.memory.Keyspace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one replica of a simulated server: while its link is up it has everything at once, while it is down it misses
 * what is written. {@code WAIT} behaves as servers do from 7.2 on: a call that has written nothing waits for nothing.
 */
final class Replicas {

  private final Keyspace keys;
  private final Map<String, List<String>> seen = new HashMap<>();
  private boolean isLinked = true;

  Replicas(Keyspace keys) {
    this.keys = keys;
  }

  void link(boolean on) {
    isLinked = on;
    if (on) {
      seen.clear();
      keys.keys().forEach(this::replicate);
    }
  }

  boolean isLinked() {
    return isLinked;
  }

  /** A key was written. */
  void replicate(String key) {
    if (isLinked) {
      seen.put(key, keys.type(key).equals("hash") ? keys.hgetall(key) : List.of());
    }
  }

  /** Whether the replica knows that holder of that lock. */
  boolean knows(String lockName, String holder) {
    return seen.getOrDefault(lockName, List.of()).contains(holder);
  }

  /** The reply to a call, with the number of replicas that say they have what it wrote. */
  ScriptReply acknowledge(ScriptCall call, @Nullable Object value, boolean isRepeated) {
    if (call.replicas() == 0 || !call.wrote().test(value)) {
      return new ScriptReply(value, isRepeated);
    }
    boolean hasAll = isLinked || !keys.wasWritten();
    return new ScriptReply(value, isRepeated, hasAll ? 1 : 0, null);
  }
}
