package io.holdfast.spring.observation;

import io.holdfast.DistributedLock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What each thread holds by thread, observed; a thread's own entries are touched by that thread only. */
final class ThreadHoldings {

  @SuppressWarnings("ThreadLocalUsage") // one per client, and emptied by the last unlock
  private final ThreadLocal<Map<String, Holding>> mine = new ThreadLocal<>();

  /** This thread has got the lock for the first time; it may have lost a hold of it before. */
  void began(DistributedLock lock, Waiting waiting) {
    lock.current()
        .ifPresentOrElse(
            lease -> {
              Map<String, Holding> all = mine.get();
              if (all == null) {
                all = new HashMap<>();
                mine.set(all);
              }
              all.put(lock.name(), waiting.granted(lease));
            },
            waiting::grantedInVain);
  }

  /** This thread has called unlock, with that outcome. */
  void unlocked(DistributedLock lock, @Nullable Throwable failure) {
    Map<String, Holding> all = mine.get();
    if (all == null || lock.isHeldByCurrentThread()) {
      return;
    }
    Holding holding = all.remove(lock.name());
    if (all.isEmpty()) {
      mine.remove();
    }
    if (holding != null) {
      holding.released(failure);
    }
  }
}
