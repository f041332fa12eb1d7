package io.holdfast.verification.simulation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a refusal has a reason: since the caller asked somebody else had the lock, or somebody in its client had
 * waited for longer.
 */
final class Refusals {

  private final World world;
  private final Set<SimulatedCaller> unexplained = new HashSet<>();

  Refusals(World world) {
    this.world = world;
  }

  /** A caller asks whose patience has an end. It may be told what somebody is told who has left meanwhile. */
  void asks(SimulatedCaller caller) {
    boolean isTold = !caller.isOnce() && caller.client().gateway().isAsking(caller.lockName());
    if (!isBehindAnother(caller) && !isTold) {
      unexplained.add(caller);
    }
  }

  /** After every event. */
  void look() {
    unexplained.removeIf(caller -> !caller.isWaiting() || isHad(caller));
  }

  /** That caller is refused. */
  boolean isExplained(SimulatedCaller caller) {
    return !unexplained.remove(caller) || isHad(caller);
  }

  /**
   * Whoever wants it at once does not overtake others. Whoever has time shares what they were told before it came,
   * unless their client has the lock, and only has to make up its mind.
   */
  private boolean isBehindAnother(SimulatedCaller caller) {
    return (caller.isOnce() || !isOwn(caller))
        && world.callers().stream()
            .anyMatch(other -> other != caller
                && other.client() == caller.client()
                && other.isWaiting()
                && other.lockName().equals(caller.lockName()));
  }

  /** Whether somebody has the lock; a hold of its own client's that nobody uses does not count. */
  private boolean isHad(SimulatedCaller caller) {
    String lockName = caller.lockName();
    boolean isInUse = world.holdings().getOrDefault(lockName, List.of()).stream()
        .anyMatch(holding -> !holding.isOver());
    if (isInUse || caller.client().isHeld(lockName)) {
      return true;
    }
    return !holder(lockName).isEmpty() && !isOwn(caller);
  }

  /** Whether the lock is its own client's, which may have lent it to somebody or not. */
  private boolean isOwn(SimulatedCaller caller) {
    String holder = holder(caller.lockName());
    return !holder.isEmpty() && caller.client().gateway().isLatest(caller.lockName(), holder);
  }

  /** As the server has it; empty if nobody. */
  private String holder(String lockName) {
    List<String> fields = world.network().server().keys().hgetall(lockName);
    return fields.isEmpty() ? "" : fields.get(0);
  }
}
