package io.holdfast.spring.actuate;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.LockActivity;
import io.holdfast.spring.actuate.LockReport.Server;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what this client does and what the server says. Bounded, because somebody waits for the
 * page: so many locks are listed, and of the most waited for the server is asked who holds them, until
 * it fails to answer once. Thread-safe.
 */
final class LockInventory {

  static final int MOST_LISTED = 500;
  static final int MOST_ASKED = 20;

  private static final Comparator<LockActivity> MOST_WAITED_FOR_FIRST = Comparator.comparing(
          LockActivity::longestWait)
      .reversed()
      .thenComparing(LockActivity::lockName);

  private final Holdfast holdfast;
  private final FullNames locks;

  LockInventory(Holdfast holdfast, FullNames locks) {
    this.holdfast = holdfast;
    this.locks = locks;
  }

  LockReport.All all() {
    List<LockActivity> activities = holdfast.activities();
    Instant now = Instant.now();
    Questions questions = new Questions();
    List<LockReport> listed = new ArrayList<>();
    activities.stream()
        .sorted(MOST_WAITED_FOR_FIRST)
        .limit(MOST_LISTED)
        .forEach(activity -> listed.add(LockReport.of(activity, now, questions.about(activity))));
    return new LockReport.All(
        (int)
            activities.stream().filter(activity -> activity.held().isPresent()).count(),
        activities.stream().mapToInt(LockActivity::waiting).sum(),
        listed,
        activities.size() - listed.size());
  }

  LockReport one(DistributedLock lock) {
    Server server = ask(lock.name());
    return holdfast.activities().stream()
        .filter(activity -> activity.lockName().equals(lock.name()))
        .findFirst()
        .map(activity -> LockReport.of(activity, Instant.now(), server))
        .orElseGet(() -> LockReport.idle(lock.name(), server));
  }

  /** What the server says about the lock; never fails. */
  Server ask(String lockName) {
    try {
      return locks.lock(lockName).inspect().map(Server::held).orElseGet(Server::free);
    } catch (RuntimeException e) {
      return Server.unknown(String.valueOf(e.getMessage()));
    }
  }

  /** Asks who holds what is waited for here and held elsewhere, not too often and not in vain. */
  private final class Questions {

    private int left = MOST_ASKED;

    @Nullable
    Server about(LockActivity activity) {
      if (activity.waiting() == 0 || activity.held().isPresent() || left == 0) {
        return null;
      }
      Server answer = ask(activity.lockName());
      left = answer.locked() == null ? 0 : left - 1; // in vain it would take a command timeout each
      return answer;
    }
  }
}
