package io.holdfast.flashsale.demo.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Locale;

/** A reply as it comes in: knows when it is whole, and is read only as far as somebody asks. Not thread-safe. */
public final class Reply {

  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final int LARGEST = 64 * 1024;

  private final ByteBuffer bytes = ByteBuffer.allocate(LARGEST);
  private int bodyAt = -1;
  private int bodyLength = -1;
  private boolean chunked;

  /** Where the next bytes go. */
  ByteBuffer room() {
    return bytes;
  }

  void clear() {
    bytes.clear();
    bodyAt = -1;
    bodyLength = -1;
    chunked = false;
  }

  /**
   * Whether all of it is here.
   *
   * @throws IllegalStateException if it is larger than we care for
   */
  boolean isWhole() {
    if (bodyAt < 0 && !findBody()) {
      if (!bytes.hasRemaining()) {
        throw new IllegalStateException("a reply of more than " + LARGEST + " bytes");
      }
      return false;
    }
    return chunked ? endsWith("0\r\n\r\n") : bytes.position() >= bodyAt + bodyLength;
  }

  /** Whether the server closes the connection after this one. */
  boolean isLast() {
    return "close".equalsIgnoreCase(header("connection"));
  }

  /** The status. */
  public int status() {
    int value = 0;
    for (int i = STATUS_AT; i < STATUS_AT + 3; i++) {
      value = value * 10 + (bytes.get(i) - '0');
    }
    return value;
  }

  /** A header's value; empty if there is none. The name is in lower case. */
  public String header(String name) {
    String head = new String(bytes.array(), 0, bodyAt, ISO_8859_1);
    int at = head.toLowerCase(Locale.ROOT).indexOf("\r\n" + name + ":");
    if (at < 0) {
      return "";
    }
    int from = at + name.length() + 3;
    return head.substring(from, head.indexOf("\r\n", from)).trim();
  }

  /** What follows {@code before}, up to {@code end}, wherever it is first; empty if it is not there. */
  public String between(String before, char end) {
    int at = indexOf(before, 0);
    if (at < 0) {
      return "";
    }
    int from = at + before.length();
    int to = from;
    while (to < bytes.position() && bytes.get(to) != end && bytes.get(to) > ' ') {
      to++;
    }
    return new String(bytes.array(), from, to - from, ISO_8859_1);
  }

  private boolean findBody() {
    int end = indexOf("\r\n\r\n", 0);
    if (end < 0) {
      return false;
    }
    bodyAt = end + 4;
    String length = header("content-length");
    chunked = length.isEmpty() && header("transfer-encoding").equalsIgnoreCase("chunked");
    bodyLength = length.isEmpty() ? 0 : Integer.parseInt(length);
    return true;
  }

  private boolean endsWith(String text) {
    return indexOf(text, Math.max(bodyAt, bytes.position() - text.length())) >= 0;
  }

  private int indexOf(String text, int from) {
    for (int i = from; i <= bytes.position() - text.length(); i++) {
      int k = 0;
      while (k < text.length() && bytes.get(i + k) == text.charAt(k)) {
        k++;
      }
      if (k == text.length()) {
        return i;
      }
    }
    return -1;
  }
}
