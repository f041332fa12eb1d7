package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import java.nio.charset.StandardCharsets;

/**
 * What stands before the name of every lock of the {@link Holdfast} that is made here: {@code holdfast.prefix}.
 *
 * @param text empty for nothing
 */
record LockPrefix(String text) {

  static final LockPrefix NONE = new LockPrefix("");

  /** So that three quarters of what a name may have are left for the names themselves. */
  static final int MOST_BYTES = 128;

  /** Whether that text can stand before a name, whatever the name is. */
  static boolean isAllowed(String text) {
    return text.isEmpty()
        || (!text.isBlank()
            && text.indexOf('{') < 0 // a hash tag is for each name to choose
            && text.indexOf('}') < 0
            && text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES);
  }

  /** The lock's name. One that is none stays as it is, to be refused. */
  String before(String name) {
    return name == null || name.isBlank() ? name : text + name;
  }

  /** The client itself if there is nothing to put before. */
  Holdfast on(Holdfast holdfast) {
    return text.isEmpty() ? holdfast : new PrefixedHoldfast(holdfast, this);
  }

  /** The name as the application wrote it. */
  String without(String lockName) {
    return lockName.startsWith(text) ? lockName.substring(text.length()) : lockName;
  }
}
