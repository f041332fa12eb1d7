package io.holdfast.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.spi.ScriptCall;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;

/**
 * What is written to the server: a command and its arguments. It is encoded by the thread that asks,
 * because callers are many and the I/O thread is one.
 */
final class Request {

  private final ProtocolKeyword type;
  private final byte[] encoded;

  private Request(ProtocolKeyword type, byte[] encoded) {
    this.type = type;
    this.encoded = encoded;
  }

  /** A script, with {@code EVALSHA} or {@code EVAL}. */
  static Request script(ScriptCall call) {
    CommandType type = call.bySha() ? CommandType.EVALSHA : CommandType.EVAL;
    String script = call.bySha() ? call.sha() : call.source();
    List<String> keys = call.keys();
    List<String> arguments = call.arguments();
    Text text = new Text(type, 2 + keys.size() + arguments.size(), script.length());
    text.bulk(script);
    text.bulk(Integer.toString(keys.size()));
    text.bulks(keys);
    text.bulks(arguments);
    return new Request(type, text.bytes());
  }

  /** Any other command. */
  static Request plain(CommandType type, String... arguments) {
    Text text = new Text(type, arguments.length, 0);
    text.bulks(List.of(arguments));
    return new Request(type, text.bytes());
  }

  ProtocolKeyword type() {
    return type;
  }

  void encode(ByteBuf buffer) {
    buffer.writeBytes(encoded);
  }

  /**
   * What goes over the wire. A length that is not that of the very bytes behind it would let the server read a
   * part of a value as commands, so each value is encoded first and measured then.
   */
  private static final class Text {

    private byte[] bytes;
    private int size;

    Text(CommandType type, int arguments, int more) {
      bytes = new byte[192 + more];
      line('*', 1 + arguments);
      bulk(type.name());
    }

    void bulks(List<String> values) {
      for (int i = 0; i < values.size(); i++) {
        bulk(values.get(i));
      }
    }

    void bulk(String value) {
      byte[] encoded = value.getBytes(UTF_8);
      line('$', encoded.length);
      add(encoded);
      endOfLine();
    }

    private void line(char kind, int number) {
      bytes = room(11);
      bytes[size++] = (byte) kind;
      digits(number);
      endOfLine();
    }

    private void digits(int number) {
      if (number >= 10) {
        digits(number / 10);
      }
      bytes[size++] = (byte) ('0' + number % 10);
    }

    private void endOfLine() {
      bytes = room(2);
      bytes[size++] = '\r';
      bytes[size++] = '\n';
    }

    private void add(byte[] more) {
      bytes = room(more.length);
      System.arraycopy(more, 0, bytes, size, more.length);
      size += more.length;
    }

    private byte[] room(int more) {
      return size + more <= bytes.length
          ? bytes
          : Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }

    byte[] bytes() {
      return Arrays.copyOf(bytes, size);
    }
  }
}
