package io.holdfast.spring.observation;

import io.holdfast.Candidate;
import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.LockActivity;
import io.holdfast.spring.metrics.LimitedGroups;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;

/**
 * A client whose locks are observed: {@code holdfast.wait} from the call to its outcome and {@code
 * holdfast.hold} from the grant to the end of the lease, both children of the caller's observation.
 * While the registry has no handler, the calls go straight through. Thread-safe.
 */
public final class ObservedHoldfast implements Holdfast {

  private final Holdfast holdfast;
  private final LockObserver observer;
  private final ThreadHoldings holdings = new ThreadHoldings();

  /**
   * Observes one client.
   *
   * @param holdfast that does the work
   * @param registry gets the observations
   * @param groups the tags
   */
  public ObservedHoldfast(Holdfast holdfast, ObservationRegistry registry, LimitedGroups groups) {
    this.holdfast = holdfast;
    this.observer = new LockObserver(registry, groups);
  }

  @Override
  public DistributedLock lock(String name) {
    return new ObservedLock(holdfast.lock(name), observer, holdings);
  }

  /** Not observed: a leader holds its lock for as long as it can. */
  @Override
  public Candidate leader(String name) {
    return holdfast.leader(name);
  }

  @Override
  public List<LockActivity> activities() {
    return holdfast.activities();
  }

  @Override
  public void close() {
    holdfast.close();
  }

  @Override
  public String toString() {
    return holdfast.toString();
  }
}
