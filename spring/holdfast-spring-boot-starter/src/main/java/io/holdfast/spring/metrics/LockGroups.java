package io.holdfast.spring.metrics;

/**
 * Which group a lock belongs to: the tag of its metrics and observations. A bean of this type replaces
 * the default. Must be quick and thread-safe, and should know few groups: names are as many as the things
 * they guard, and a tag per name would flood the metrics' store. Beyond a limit all further groups
 * become {@link #OTHER}.
 */
@FunctionalInterface
public interface LockGroups {

  /** The group of everything that has no group of its own. */
  String OTHER = "other";

  /**
   * {@return the group of the lock of that name; blank counts as {@link #OTHER}}
   *
   * @param lockName the full name
   */
  String groupOf(String lockName);

  /**
   * {@return the default: the part before the first colon} {@code sku:42} is of group {@code sku}. A name without
   * colon is a group of its own if it has no digit ({@code nightly-report}); one that has ({@code 4711},
   * a UUID) looks like an identifier and is {@link #OTHER}. Braces are left away: <code>{order}:42</code>
   * is of group {@code order}.
   */
  static LockGroups byPrefix() {
    return Prefix::of;
  }
}
