package io.holdfast.spring.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At most so many groups, first come, first served; everything else is {@link LockGroups#OTHER}. So is
 * a name for which the function fails or has no answer. Thread-safe.
 */
public final class LimitedGroups {

  private static final Logger log = LoggerFactory.getLogger(LimitedGroups.class);

  private final LockGroups groups;
  private final int most;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private volatile boolean isFull;

  /**
   * Knows no group yet.
   *
   * @param groups asked for the group of each name
   * @param most how many groups beside {@link LockGroups#OTHER}
   */
  public LimitedGroups(LockGroups groups, int most) {
    if (most < 0) {
      throw new IllegalArgumentException(
          "at most " + most + " groups of locks is not possible: expected 0 or more");
    }
    this.groups = groups;
    this.most = most;
  }

  /**
   * {@return the group of the lock of that name, or {@link LockGroups#OTHER}}
   *
   * @param lockName the full name
   */
  public String groupOf(String lockName) {
    String group = ask(lockName);
    if (known.contains(group) || group.equals(LockGroups.OTHER)) {
      return group;
    }
    return isFull ? LockGroups.OTHER : admit(group);
  }

  private String ask(String lockName) {
    try {
      String group = groups.groupOf(lockName);
      return group == null || group.isBlank()
          ? LockGroups.OTHER
          : group; // null: from unchecked code
    } catch (Throwable e) { // the application's code: anything
      log.debug("lock '{}': the function of its group failed", lockName, e);
      return LockGroups.OTHER;
    }
  }

  private synchronized String admit(String group) {
    if (known.contains(group)) {
      return group;
    }
    if (known.size() >= most) {
      isFull = true;
      log.warn(
          "lock group '{}' is one more than the {} allowed: it and all new ones are reported as '{}';"
              + " define a LockGroups bean with fewer groups, or raise holdfast.groups.most",
          group,
          most,
          LockGroups.OTHER);
      return LockGroups.OTHER;
    }
    known.add(group);
    return group;
  }
}
