package io.holdfast.internal.leading;

import io.holdfast.LeadershipEnd;
import io.holdfast.LeaseView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The candidate's own code. Whoever calls it sees to it that calls do not overlap. */
final class Callbacks {

  private static final Logger log = LoggerFactory.getLogger(Callbacks.class);

  private final Consumer<LeaseView> gained;
  private final Consumer<LeadershipEnd> lost;
  private volatile @Nullable Thread inside;

  Callbacks(Consumer<LeaseView> gained, Consumer<LeadershipEnd> lost) {
    this.gained = gained;
    this.lost = lost;
  }

  /** Whether the calling thread is inside one of them. */
  boolean areRunningHere() {
    return inside == Thread.currentThread();
  }

  /** Returns what it threw, if anything. */
  @Nullable
  Throwable gained(LeaseView lease) {
    log.info("leader '{}': gained (token {})", lease.lockName(), lease.token());
    Throwable failure = call(() -> gained.accept(lease));
    if (failure != null) {
      log.error(
          "leader '{}': the gained callback failed; the lead is given up",
          lease.lockName(),
          failure);
    }
    return failure;
  }

  void lost(LeadershipEnd end) {
    log.info("leader '{}': {}", end.name(), end);
    Throwable failure = call(() -> lost.accept(end));
    if (failure != null) {
      log.error("leader '{}': the lost callback failed; its work may go on", end.name(), failure);
    }
  }

  private @Nullable Throwable call(Runnable callback) {
    inside = Thread.currentThread();
    try {
      callback.run();
      return null;
    } catch (Throwable e) {
      return e;
    } finally {
      inside = null;
    }
  }
}
