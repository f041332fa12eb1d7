package io.holdfast.internal.view;

import io.holdfast.internal.tenure.HeldLease;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which threads hold which locks of a client, and how often. A thread's own entries are touched by
 * that thread only.
 */
public final class ThreadHolds {

  private static final int PURGE_ABOVE = 64;

  private final Map<Thread, Map<String, Hold>> byThread = new ConcurrentHashMap<>();
  private volatile int purgeAbove = PURGE_ABOVE;

  @Nullable
  Hold get(String lockName) {
    Map<String, Hold> mine = byThread.get(Thread.currentThread());
    return mine == null ? null : mine.get(lockName);
  }

  void put(String lockName, Hold hold) {
    if (byThread.size() > purgeAbove) {
      byThread.keySet().removeIf(thread -> !thread.isAlive());
      purgeAbove = Math.max(PURGE_ABOVE, 2 * byThread.size());
    }
    byThread.computeIfAbsent(Thread.currentThread(), thread -> new HashMap<>()).put(lockName, hold);
  }

  void remove(String lockName) {
    Thread me = Thread.currentThread();
    Map<String, Hold> mine = byThread.get(me);
    if (mine != null) {
      mine.remove(lockName);
      if (mine.isEmpty()) {
        byThread.remove(me);
      }
    }
  }

  /** How many threads are known to hold, or to have lost, something. */
  public int threads() {
    return byThread.size();
  }

  /** One thread's hold on one lock, and what it still owes {@code unlock} for holds it lost before. */
  static final class Hold {

    private HeldLease lease;
    private int count = 1;
    private final Deque<HeldLease> owed = new ArrayDeque<>(0);

    Hold(HeldLease lease) {
      this.lease = lease;
    }

    HeldLease lease() {
      return lease;
    }

    int count() {
      return count;
    }

    /** Held, by count and by the clock. */
    boolean isHeld() {
      return count > 0 && lease.isHeld();
    }

    void enter() {
      count = Math.addExact(count, 1);
    }

    int exit() {
      return --count;
    }

    /** The lease was lost with unlocks outstanding; another one takes its place. */
    void replace(HeldLease fresh) {
      moveToLost();
      lease = fresh;
      count = 1;
    }

    void moveToLost() {
      for (; count > 0; count--) {
        owed.push(lease);
      }
    }

    /** The lost lease that an unlock is owed for, the last one first, if any; the debt shrinks by one. */
    @Nullable
    HeldLease payOwed() {
      return owed.poll();
    }

    boolean isSettled() {
      return count == 0 && owed.isEmpty();
    }
  }
}
