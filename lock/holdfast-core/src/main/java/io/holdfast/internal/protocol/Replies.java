package io.holdfast.internal.protocol;

import io.holdfast.spi.ScriptReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes replies apart; one that makes no sense is an exception. */
final class Replies {

  private Replies() {}

  static List<?> list(ScriptReply reply) {
    if (reply.value() instanceof List<?> values) {
      return values;
    }
    throw new IllegalStateException("expected a list from the server, got " + reply.value());
  }

  static long number(List<?> values, int index) {
    return number(values.get(index));
  }

  static long number(@Nullable Object value) {
    if (value instanceof Long number) {
      return number;
    }
    throw new IllegalStateException("expected a number from the server, got " + value);
  }
}
