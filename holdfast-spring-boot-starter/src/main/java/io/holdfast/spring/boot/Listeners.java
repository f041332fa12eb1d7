package io.holdfast.spring.boot;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every listener; one that throws does not keep the event from the others.
 *
 * @param listeners in the order they are told
 */
record Listeners(List<LockListener> listeners) implements LockListener {

  private static final Logger log = LoggerFactory.getLogger(Listeners.class);

  @Override
  public void on(LockEvent event) {
    for (LockListener listener : listeners) {
      try {
        listener.on(event);
      } catch (RuntimeException e) {
        log.warn("lock '{}': {} failed on {}", event.lockName(), listener, event, e);
      }
    }
  }
}
