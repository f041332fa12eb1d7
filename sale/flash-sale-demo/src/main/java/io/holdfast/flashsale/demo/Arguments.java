package io.holdfast.flashsale.demo;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Arguments of a command: {@code --name value}, or {@code --name} alone for a switch. Not thread-safe. */
public final class Arguments {

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private final Map<String, String> values = new HashMap<>();
  private final Set<String> unread;

  /**
   * Reads them.
   *
   * @throws WrongArgumentException if one is no option
   */
  public Arguments(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String name = args.get(i);
      if (!name.startsWith("--")) {
        throw new WrongArgumentException(
            "'" + name + "': expected an option, which begins with --");
      }
      boolean hasValue = i + 1 < args.size() && !args.get(i + 1).startsWith("--");
      values.put(name, hasValue ? args.get(++i) : "");
    }
    unread = new HashSet<>(values.keySet());
  }

  /** A whole number between {@code least} and {@code most}. */
  public int number(String name, int least, int most, int otherwise) {
    String value = text(name);
    if (value == null) {
      return otherwise;
    }
    long number = NUMBER.matcher(value).matches() ? Long.parseLong(value) : -1;
    if (number < least || number > most) {
      throw new WrongArgumentException(
          name + " '" + value + "': expected " + least + " to " + most);
    }
    return (int) number;
  }

  /** Its value; null if it is not there. */
  public @Nullable String text(String name) {
    unread.remove(name);
    return values.get(name);
  }

  /** Whether it is there. */
  public boolean has(String name) {
    return text(name) != null;
  }

  /** Fails if there is an option that nobody has asked for. */
  public void requireNoOther() {
    if (!unread.isEmpty()) {
      throw new WrongArgumentException("unknown option " + String.join(", ", unread));
    }
  }

  /** An argument that cannot be used; the message says which and why. */
  public static final class WrongArgumentException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public WrongArgumentException(String message) {
      super(message);
    }
  }
}
