package io.holdfast.flashsale.door;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A map that forgets: it keeps at most a given number of values, and those used last for sure. Thread-safe, never
 * blocks for long.
 *
 * @param <V> what is remembered
 */
final class Recent<V> {

  /*
   * Two generations. What is used moves to the young one; when that is half of the allowed size, the old one is
   * thrown away and the young one becomes old. Two threads that both find it full may throw away twice: then
   * more is forgotten than needed, which a map that forgets may do.
   */
  private record Generations<V>(
      ConcurrentHashMap<String, V> young, ConcurrentHashMap<String, V> old) {}

  private final int half;
  private volatile Generations<V> generations =
      new Generations<>(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());

  Recent(int most) {
    this.half = Math.max(1, most / 2);
  }

  /** The value of that key; made now if there is none. */
  V get(String key, Supplier<V> maker) {
    Generations<V> now = generations;
    V known = now.young.get(key);
    if (known != null) {
      return known;
    }
    if (now.young.mappingCount() >= half) {
      now = new Generations<>(new ConcurrentHashMap<>(), now.young);
      generations = now;
    }
    V before = now.old.get(key);
    V value = before == null ? maker.get() : before;
    V raced = now.young.putIfAbsent(key, value);
    return raced == null ? value : raced;
  }

  /** The value of that key, if it is remembered. */
  @Nullable
  V find(String key) {
    Generations<V> now = generations;
    V known = now.young.get(key);
    return known == null ? now.old.get(key) : known;
  }

  /** How many values are remembered. */
  int size() {
    Generations<V> now = generations;
    return now.young.size() + now.old.size();
  }
}
