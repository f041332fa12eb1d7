package io.holdfast.spring.boot;

import io.holdfast.Holdfast;

/**
 * What stands before the name of every lock of the {@link Holdfast} that is made here: {@code holdfast.prefix}.
 *
 * @param text empty for nothing
 */
record LockPrefix(String text) {

  static final LockPrefix NONE = new LockPrefix("");

  /** The name as the application wrote it. */
  String without(String lockName) {
    return lockName.startsWith(text) ? lockName.substring(text.length()) : lockName;
  }
}
