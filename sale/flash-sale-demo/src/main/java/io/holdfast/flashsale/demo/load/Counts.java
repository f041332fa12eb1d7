package io.holdfast.flashsale.demo.load;

import java.util.Map;
import java.util.TreeMap;

/** What can be read while buyers ask. One thread writes, any may read. */
public final class Counts {

  private volatile int asked;
  private volatile int askedAgain;
  private volatile int accepted;
  private volatile int answered;
  private volatile boolean over;
  private final Map<String, Integer> kinds = new TreeMap<>();

  // One thread writes: no update is lost.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void ask() {
    asked++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  void askAgain() {
    askedAgain++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  void answer(String kind) {
    answered++;
    if (kind.equals(Purchases.ACCEPTED)) {
      accepted++;
    }
    synchronized (kinds) {
      kinds.merge(kind, 1, Integer::sum);
    }
  }

  /** Buyers who came. */
  public int asked() {
    return asked;
  }

  /** How often somebody asked again, not having been told. */
  public int askedAgain() {
    return askedAgain;
  }

  /** Purchases that were accepted. */
  public int accepted() {
    return accepted;
  }

  /** Buyers who were told something. */
  public int answered() {
    return answered;
  }

  void end() {
    over = true;
  }

  /** Whether everybody is answered. */
  public boolean isOver() {
    return over;
  }

  /** How many of each kind. */
  Map<String, Integer> kinds() {
    synchronized (kinds) {
      return new TreeMap<>(kinds);
    }
  }
}
