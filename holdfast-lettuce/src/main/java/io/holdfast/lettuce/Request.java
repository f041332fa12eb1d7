package io.holdfast.lettuce;

import io.holdfast.spi.ScriptCall;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
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
    StringBuilder text = begin(type, 2 + keys.size() + arguments.size(), script.length());
    bulk(text, script);
    bulk(text, Integer.toString(keys.size()));
    bulks(text, keys);
    bulks(text, arguments);
    return end(type, text);
  }

  /** Any other command. */
  static Request plain(CommandType type, String... arguments) {
    StringBuilder text = begin(type, arguments.length, 0);
    bulks(text, List.of(arguments));
    return end(type, text);
  }

  private static StringBuilder begin(CommandType type, int arguments, int more) {
    StringBuilder text = new StringBuilder(192 + more);
    text.append('*').append(1 + arguments).append("\r\n");
    bulk(text, type.name());
    return text;
  }

  private static void bulks(StringBuilder text, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      bulk(text, values.get(i));
    }
  }

  private static void bulk(StringBuilder text, String value) {
    text.append('$').append(ByteBufUtil.utf8Bytes(value)).append("\r\n");
    text.append(value).append("\r\n");
  }

  private static Request end(CommandType type, StringBuilder text) {
    return new Request(type, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  ProtocolKeyword type() {
    return type;
  }

  void encode(ByteBuf buffer) {
    buffer.writeBytes(encoded);
  }
}
