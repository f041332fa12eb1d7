package io.holdfast.lettuce;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Any reply, RESP2 or RESP3: {@link Long}, {@link String}, a list of these, or {@code null}. */
final class ReplyOutput extends CommandOutput<String, String, @Nullable Object> {

  private @Nullable ArrayList<List<@Nullable Object>> open;

  ReplyOutput() {
    super(StringCodec.UTF8, null);
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    add(bytes == null ? null : StringCodec.UTF8.decodeValue(bytes));
  }

  @Override
  public void set(long integer) {
    add(integer);
  }

  @Override
  public void set(double number) {
    add(Double.toString(number));
  }

  @Override
  public void set(boolean value) {
    add(value ? 1L : 0L);
  }

  @Override
  public void multi(int count) {
    List<@Nullable Object> list = new ArrayList<>(Math.max(count, 0));
    add(list);
    if (open == null) {
      open = new ArrayList<>(2);
    }
    open.add(list);
  }

  @Override
  public void complete(int depth) {
    if (open != null && depth < open.size()) {
      open.remove(open.size() - 1);
    }
  }

  private void add(@Nullable Object value) {
    if (open == null || open.isEmpty()) {
      output = value;
    } else {
      open.get(open.size() - 1).add(value);
    }
  }
}
