package io.holdfast.internal.leading;

import io.holdfast.Candidate;
import io.holdfast.DistributedLock;
import io.holdfast.LeadershipEnd;
import io.holdfast.LeaseOptions;
import io.holdfast.LeaseView;
import io.holdfast.internal.Events;
import io.holdfast.internal.time.Timers;
import java.time.Duration;
import java.util.function.Consumer;

/** Collects what a campaign needs. Not thread-safe. */
public final class Nominee implements Candidate {

  private final DistributedLock lock;
  private final Events events;
  private final Timers timers;
  private LeaseOptions options = LeaseOptions.renewed();
  private Consumer<LeaseView> gained = lease -> {};
  private Consumer<LeadershipEnd> lost = end -> {};

  public Nominee(DistributedLock lock, Events events, Timers timers) {
    this.lock = lock;
    this.events = events;
    this.timers = timers;
  }

  @Override
  public Candidate leaseTime(Duration leaseTime) {
    options = LeaseOptions.renewed(leaseTime);
    return this;
  }

  @Override
  public Candidate onGained(Consumer<LeaseView> callback) {
    gained = callback;
    return this;
  }

  @Override
  public Candidate onLost(Consumer<LeadershipEnd> callback) {
    lost = callback;
    return this;
  }

  @Override
  public Campaign campaign() {
    Campaign campaign = new Campaign(lock, options, new Callbacks(gained, lost), events, timers);
    campaign.stand();
    return campaign;
  }
}
