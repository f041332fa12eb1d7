package io.holdfast.internal.protocol;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Rules for names, and where their channel is: as Redisson has it. */
public final class LockName {

  private static final int MOST_BYTES = 512;

  private LockName() {}

  /** Returns the name, or throws an {@link IllegalArgumentException} that says what is wrong with it. */
  public static String check(@Nullable String name) {
    if (name == null) {
      throw new IllegalArgumentException("lock name is null: expected a text such as 'order:42'");
    }
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "lock name '" + name + "' is blank: expected a text such as 'order:42'");
    }
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException("lock name '" + name.substring(0, 40) + "…' has " + bytes
          + " bytes of UTF-8: expected at most " + MOST_BYTES);
    }
    return name;
  }

  /** The channel on which a release of that lock is published. */
  public static String channelOf(String name) {
    String tagged = name.contains("{") ? name : "{" + name + "}";
    return "redisson_lock__channel:" + tagged;
  }
}
