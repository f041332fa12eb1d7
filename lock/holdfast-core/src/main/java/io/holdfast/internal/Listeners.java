package io.holdfast.internal;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every listener; one that throws does not keep the event from the others.
 *
 * @param listeners in the order they are told
 */
public record Listeners(List<LockListener> listeners) implements LockListener {

  private static final Logger log = LoggerFactory.getLogger(Listeners.class);

  /** All of them as one; null if there are none. */
  public static @Nullable LockListener of(List<LockListener> listeners) {
    return listeners.isEmpty() ? null : new Listeners(List.copyOf(listeners));
  }

  @Override
  public void on(LockEvent event) {
    for (LockListener listener : listeners) {
      try {
        listener.on(event);
      } catch (Throwable e) {
        log.warn("lock '{}': {} failed on {}", event.lockName(), listener, event, e);
      }
    }
  }
}
