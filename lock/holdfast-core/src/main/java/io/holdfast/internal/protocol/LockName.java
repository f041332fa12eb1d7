package io.holdfast.internal.protocol;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Rules for names, and where their channel is: as Redisson has it. */
public final class LockName {

  private static final int MOST_BYTES = 512;

  /** So that three quarters of it are left for the names themselves. */
  private static final int MOST_BYTES_OF_PREFIX = 128;

  private static final int SHOWN = 40;

  private LockName() {}

  /** Returns the name with that before it, or throws an {@link IllegalArgumentException} that says what is wrong. */
  public static String check(@Nullable String name, String prefix) {
    String whole = check(name);
    return prefix.isEmpty() ? whole : check(prefix + whole);
  }

  /** Returns the name, or throws an {@link IllegalArgumentException} that says what is wrong with it. */
  public static String check(@Nullable String name) {
    if (name == null) {
      throw new IllegalArgumentException("lock name is null: expected a text such as 'order:42'");
    }
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "lock name '" + printable(name) + "' is blank: expected a text such as 'order:42'");
    }
    int half = halfCharacter(name);
    if (half >= 0) {
      throw new IllegalArgumentException(
          "lock name '" + shortened(name) + "' has half a character, "
              + escaped(name.charAt(half)) + " at index " + half
              + ": expected whole ones; cut texts between code points, write bytes as hex or Base64");
    }
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException("lock name '" + shortened(name) + "' has " + bytes
          + " bytes of UTF-8: expected at most " + MOST_BYTES);
    }
    return name;
  }

  /** Returns what is to stand before names, or throws an {@link IllegalArgumentException}. */
  public static String checkPrefix(@Nullable String prefix) {
    if (prefix == null) {
      throw new IllegalArgumentException("key prefix is null: expected a text such as 'locks:'");
    }
    if (prefix.isEmpty()) {
      return prefix;
    }
    boolean hasTag =
        prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0; // for each name to choose
    if (prefix.isBlank()
        || hasTag
        || halfCharacter(prefix) >= 0
        || prefix.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES_OF_PREFIX) {
      throw new IllegalArgumentException("key prefix '" + shortened(prefix)
          + "' is not allowed: expected up to " + MOST_BYTES_OF_PREFIX
          + " bytes of UTF-8, not blank, without { and }");
    }
    return prefix;
  }

  /**
   * Where one half of a surrogate pair stands alone, or -1. It has no UTF-8: encoders put something else in its place,
   * each its own, and two such names may be one key.
   */
  private static int halfCharacter(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.isSurrogate(name.charAt(i))) {
        if (!isPair(name, i)) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  private static boolean isPair(String name, int at) {
    return at + 1 < name.length()
        && Character.isSurrogatePair(name.charAt(at), name.charAt(at + 1));
  }

  private static String shortened(String name) {
    return name.length() <= SHOWN ? printable(name) : printable(name.substring(0, SHOWN)) + "…";
  }

  /** One line, whatever the name is made of. */
  private static String printable(String name) {
    StringBuilder shown = new StringBuilder();
    name.codePoints().forEach(point -> {
      int type = Character.getType(point);
      if (type == Character.SURROGATE || type == Character.CONTROL) {
        shown.append(escaped((char) point));
      } else {
        shown.appendCodePoint(point);
      }
    });
    return shown.toString();
  }

  private static String escaped(char unit) {
    return String.format("\\u%04X", (int) unit);
  }

  /** The channel on which a release of that lock is published. */
  public static String channelOf(String name) {
    String tagged = name.contains("{") ? name : "{" + name + "}";
    return "redisson_lock__channel:" + tagged;
  }
}
