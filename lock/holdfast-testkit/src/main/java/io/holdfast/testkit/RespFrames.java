package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of RESP2 or RESP3 into frames and keeps their bytes as they came. Not thread-safe. */
final class RespFrames {

  /**
   * One request, reply or push message.
   *
   * @param raw its bytes
   * @param type its first byte, that of the value behind an attribute
   * @param words the scalars on its first level: a command and its arguments, or {@code message}, …
   */
  record Frame(ByteArrayOutputStream raw, char type, List<String> words) {

    /** A command without arguments. */
    static Frame command(String name) {
      return of('*', "*1\r\n$" + name.length() + "\r\n" + name + "\r\n", name);
    }

    /** An error reply. */
    static Frame error(String message) {
      return of('-', "-" + message + "\r\n", message);
    }

    private static Frame of(char type, String bytes, String word) {
      ByteArrayOutputStream raw = new ByteArrayOutputStream();
      raw.writeBytes(bytes.getBytes(UTF_8));
      return new Frame(raw, type, List.of(word));
    }

    /** The command's name in upper case, or a push message's kind. */
    String name() {
      return words.isEmpty() ? "" : words.get(0).toUpperCase(Locale.ROOT);
    }

    /** The command as one would type it, its name in upper case. */
    String text() {
      return words.size() < 2
          ? name()
          : name() + " " + String.join(" ", words.subList(1, words.size()));
    }
  }

  private final InputStream in;
  private ByteArrayOutputStream raw = new ByteArrayOutputStream();

  RespFrames(InputStream in) {
    this.in = new BufferedInputStream(in, 16_384);
  }

  /** Waits for the next frame; {@code null} at the end of the stream. */
  @Nullable
  Frame next() throws IOException {
    raw = new ByteArrayOutputStream();
    int first = in.read();
    if (first < 0) {
      return null;
    }
    raw.write(first);
    List<String> words = new ArrayList<>();
    char type = readValue((char) first, 0, words);
    return new Frame(raw, type, words);
  }

  private char readValue(char type, int depth, List<String> words) throws IOException {
    String line = readLine();
    switch (type) {
      case '$', '=', '!' -> word(depth, words, readBulk(Integer.parseInt(line)));
      case '*', '>', '~' -> readElements(Integer.parseInt(line), depth, words);
      case '%' -> readElements(2 * Integer.parseInt(line), depth, words);
      case '|' -> {
        readElements(2 * Integer.parseInt(line), depth + 1, words);
        return readValue(readByte(), depth, words);
      }
      case '+', '-', ':', '_', ',', '#', '(' -> word(depth, words, line);
      default ->
        words.addAll(List.of((type + line).strip().split("\\s+", -1))); // an inline command
    }
    return type;
  }

  private void readElements(int count, int depth, List<String> words) throws IOException {
    for (int i = 0; i < count; i++) {
      readValue(readByte(), depth + 1, words);
    }
  }

  private static void word(int depth, List<String> words, String word) {
    if (depth <= 1) {
      words.add(word);
    }
  }

  private String readBulk(int length) throws IOException {
    if (length < 0) {
      return "";
    }
    byte[] content = in.readNBytes(length + 2);
    if (content.length < length + 2) {
      throw new EOFException("closed inside a frame");
    }
    raw.writeBytes(content);
    return new String(content, 0, length, UTF_8);
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (char c = readByte(); c != '\n'; c = readByte()) {
      line.write(c);
    }
    return line.toString(UTF_8).strip();
  }

  private char readByte() throws IOException {
    int b = in.read();
    if (b < 0) {
      throw new EOFException("closed inside a frame");
    }
    raw.write(b);
    return (char) b;
  }
}
