package io.holdfast.internal.waiting;

import io.holdfast.internal.protocol.LockId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The delegates of a client: one for every lock with which there is something to do. Thread-safe. */
public final class Delegates {

  private final Engine engine;
  private final Map<LockId, Delegate> byLock = new ConcurrentHashMap<>();

  public Delegates(Engine engine) {
    this.engine = engine;
  }

  public Engine engine() {
    return engine;
  }

  /** The one of that lock, new if there is none. */
  Delegate of(LockId lock) {
    Delegate known = byLock.get(lock);
    return known != null
        ? known
        : byLock.computeIfAbsent(lock, missing -> new Delegate(missing, this));
  }

  /** Tells the one of that lock, if there is one. */
  void ifPresent(LockId lock, Consumer<Delegate> event) {
    Delegate known = byLock.get(lock);
    if (known != null) {
      event.accept(known);
    }
  }

  void remove(LockId lock, Delegate retired) {
    byLock.remove(lock, retired);
  }

  public Routes routes() {
    return engine.routes();
  }

  public Collection<Delegate> all() {
    return byLock.values();
  }
}
