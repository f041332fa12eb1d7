package io.holdfast.spring.integration;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One object per lock for as long as anybody has it. What nobody has any more is forgotten, so that the number of keys
 * ever used does not matter. Thread-safe.
 */
final class KnownLocks {

  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final ReferenceQueue<Lock> forgotten = new ReferenceQueue<>();
  private final Function<String, Lock> maker;

  KnownLocks(Function<String, Lock> maker) {
    this.maker = maker;
  }

  Lock get(String name) {
    purge();
    Lock fresh = null;
    while (true) {
      Known last = known.get(name);
      Lock lock = last == null ? null : last.get();
      if (lock != null) {
        return lock;
      }
      fresh = fresh == null ? maker.apply(name) : fresh;
      Known next = new Known(name, fresh, forgotten);
      if (last == null ? known.putIfAbsent(name, next) == null : known.replace(name, last, next)) {
        return fresh;
      }
    }
  }

  /** How many there are, of which some may be on their way out. */
  int size() {
    purge();
    return known.size();
  }

  private void purge() {
    for (@Nullable Reference<?> one = forgotten.poll(); one != null; one = forgotten.poll()) {
      if (one instanceof Known gone) {
        known.remove(gone.name, gone);
      }
    }
  }

  private static final class Known extends WeakReference<Lock> {

    private final String name;

    Known(String name, Lock lock, ReferenceQueue<Lock> forgotten) {
      super(lock, forgotten);
      this.name = name;
    }
  }
}
