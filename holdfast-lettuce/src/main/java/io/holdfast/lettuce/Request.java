package io.holdfast.lettuce;

import io.holdfast.spi.ScriptCall;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is written to the server: a command and its arguments, encoded straight into the buffer. */
sealed interface Request {

  ProtocolKeyword type();

  void encode(ByteBuf buffer);

  /** A script, with {@code EVALSHA} or {@code EVAL}. */
  record Script(ScriptCall call) implements Request {

    @Override
    public ProtocolKeyword type() {
      return call.bySha() ? CommandType.EVALSHA : CommandType.EVAL;
    }

    @Override
    public void encode(ByteBuf buffer) {
      List<String> keys = call.keys();
      List<String> arguments = call.arguments();
      header(buffer, type(), 2 + keys.size() + arguments.size());
      bulk(buffer, call.bySha() ? call.sha() : call.source());
      bulk(buffer, Integer.toString(keys.size()));
      for (int i = 0; i < keys.size(); i++) {
        bulk(buffer, keys.get(i));
      }
      for (int i = 0; i < arguments.size(); i++) {
        bulk(buffer, arguments.get(i));
      }
    }
  }

  /** Any other command. */
  record Plain(CommandType type, List<String> arguments) implements Request {

    static Plain of(CommandType type, String... arguments) {
      return new Plain(type, List.of(arguments));
    }

    @Override
    public void encode(ByteBuf buffer) {
      header(buffer, type, arguments.size());
      for (String argument : arguments) {
        bulk(buffer, argument);
      }
    }
  }

  private static void header(ByteBuf buffer, ProtocolKeyword type, int arguments) {
    buffer.writeByte('*');
    number(buffer, 1 + arguments);
    byte[] name = type.getBytes();
    buffer.writeByte('$');
    number(buffer, name.length);
    buffer.writeBytes(name);
    endOfLine(buffer);
  }

  private static void bulk(ByteBuf buffer, String text) {
    buffer.writeByte('$');
    int length = ByteBufUtil.utf8Bytes(text);
    number(buffer, length);
    if (length == text.length()) {
      buffer.writeCharSequence(text, StandardCharsets.US_ASCII);
    } else {
      ByteBufUtil.reserveAndWriteUtf8(buffer, text, length);
    }
    endOfLine(buffer);
  }

  private static void number(ByteBuf buffer, int value) {
    if (value >= 10) {
      digits(buffer, value / 10);
    }
    buffer.writeByte('0' + value % 10);
    endOfLine(buffer);
  }

  private static void digits(ByteBuf buffer, int value) {
    if (value >= 10) {
      digits(buffer, value / 10);
    }
    buffer.writeByte('0' + value % 10);
  }

  private static void endOfLine(ByteBuf buffer) {
    buffer.writeShort('\r' << 8 | '\n');
  }
}
