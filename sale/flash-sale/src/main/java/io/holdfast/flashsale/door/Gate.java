package io.holdfast.flashsale.door;

import java.util.concurrent.atomic.AtomicInteger;

/** So many at once and no more: whoever finds it full is told at once, nobody waits. Thread-safe. */
public final class Gate {

  private final int most;
  private final AtomicInteger inside = new AtomicInteger();

  public Gate(int most) {
    this.most = most;
  }

  /** Whether there was room; then {@link #leave} once. */
  public boolean enter() {
    if (inside.incrementAndGet() <= most) {
      return true;
    }
    inside.decrementAndGet();
    return false;
  }

  /** One has left. */
  public void leave() {
    inside.decrementAndGet();
  }

  /** How many are inside. */
  public int inside() {
    return inside.get();
  }
}
