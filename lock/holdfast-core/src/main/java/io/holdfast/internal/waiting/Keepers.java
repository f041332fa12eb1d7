package io.holdfast.internal.waiting;

import io.holdfast.LockActivity;
import io.holdfast.internal.Events;
import io.holdfast.internal.protocol.Shortage;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Tenure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keepers of one delegate: as many as its kind lets one client have tenures of a name at a time. Used inside the
 * delegate's mailbox only.
 */
final class Keepers implements Acquisition.Receiver {

  private final int most;
  private final Supplier<Keeper> hire;
  private final List<Keeper> all = new ArrayList<>(1);

  Keepers(int most, Supplier<Keeper> hire) {
    this.most = most;
    this.hire = hire;
    all.add(hire.get());
  }

  /** One that has a tenure and nothing under way. */
  @Nullable
  Keeper free() {
    return first(keeper -> keeper.hasTenure() && !keeper.isBusy());
  }

  /** Whether there may be one tenure more. */
  boolean haveRoom() {
    return all.size() < most || idle() != null;
  }

  /** Whether there is nothing that somebody here has, or that will call back. */
  boolean areIdle() {
    return first(keeper -> keeper.hasTenure() || keeper.isBusy()) == null;
  }

  /** Whether the server has been asked about a tenure that nobody has: its answer decides. */
  boolean areAsking() {
    return first(keeper -> keeper.isBusy() && !keeper.hasLeaseOut()) != null;
  }

  boolean haveTenure() {
    return first(Keeper::hasTenure) != null;
  }

  /** Whether somebody here has every one there can be, by the clock as read now. */
  boolean areAllOut() {
    all.forEach(Keeper::loseIfOver);
    return all.size() == most && first(keeper -> !keeper.hasLeaseOut()) == null;
  }

  /** Those that a message tells that somebody took the lock from us. */
  List<Keeper> concernedByMessage() {
    return all.stream().filter(Keeper::isConcernedByMessage).toList();
  }

  void heard() {
    all.forEach(Keeper::heard);
  }

  void verifyNow() {
    all.forEach(Keeper::verifyNow);
  }

  /** Those that get no farewell because the release by force is one. */
  List<Tenure> force() {
    List<Tenure> forced = new ArrayList<>(1);
    for (Keeper keeper : all) {
      Tenure tenure = keeper.force();
      if (tenure != null) {
        forced.add(tenure);
      }
    }
    return forced;
  }

  void areAwaitedBy(Thread waiting, Events events) {
    for (Keeper keeper : all) {
      HeldLease lease = keeper.lease();
      if (lease != null) {
        lease.origin().awaitedBy(waiting, lease, events);
      }
    }
  }

  void close() {
    all.forEach(Keeper::close);
  }

  /** The first lease that is out. */
  Optional<LockActivity.Held> held() {
    return all.stream().flatMap(keeper -> keeper.held().stream()).findFirst();
  }

  @Override
  public void granted(Tenure tenure) {
    forAnother().begin(tenure);
  }

  @Override
  public void over(Tenure tenure) {
    forAnother().giveBack(tenure);
  }

  @Override
  public void unacknowledged(Tenure tenure, Shortage shortage) {
    forAnother().giveBack(tenure, shortage);
  }

  private Keeper forAnother() {
    Keeper idle = idle();
    if (idle != null) {
      return idle;
    }
    Keeper hired = hire.get();
    all.add(hired);
    return hired;
  }

  private @Nullable Keeper idle() {
    return first(keeper -> !keeper.hasTenure() && !keeper.isBusy());
  }

  private @Nullable Keeper first(Predicate<Keeper> which) {
    for (Keeper keeper : all) {
      if (which.test(keeper)) {
        return keeper;
      }
    }
    return null;
  }
}
