package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Which port stands for which, in texts that name a server. Thread-safe.
 *
 * <p>All ports of {@link Ports} have five digits, so that a frame keeps its length. A number is a port only if it
 * follows the address: slots and times look the same.
 */
final class AddressBook {

  /** Between address and port: {@code :}, a blank, {@code ,port=}, or the borders of a RESP string or number. */
  private static final Pattern ADDRESS =
      Pattern.compile("(127\\.0\\.0\\.1(?:\\r\\n\\$\\d+\\r\\n|[^0-9]){1,24}?)(\\d{5})(?!\\d)");

  private final Map<String, String> ports = new ConcurrentHashMap<>();

  void put(int port, int other) {
    if (Integer.toString(port).length() != 5 || Integer.toString(other).length() != 5) {
      throw new IllegalArgumentException(
          "ports of five digits are needed, not " + port + " and " + other);
    }
    ports.put(Integer.toString(port), Integer.toString(other));
  }

  String translate(String text) {
    return ADDRESS
        .matcher(text)
        .replaceAll(found -> found.group(1).replace("$", "\\$")
            + ports.getOrDefault(found.group(2), found.group(2)));
  }

  /** The same bytes, or as many others. */
  byte[] translate(ByteArrayOutputStream frame) {
    return ports.isEmpty()
        ? frame.toByteArray()
        : translate(frame.toString(ISO_8859_1)).getBytes(ISO_8859_1);
  }
}
