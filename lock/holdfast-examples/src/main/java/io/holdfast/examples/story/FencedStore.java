package io.holdfast.examples.story;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.examples.StaleTokenException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The counter the actors guard; what it does is told in {@code fenced-store.lua}. Thread-safe. */
final class FencedStore implements AutoCloseable {

  static final String KEY = "store:42";
  static final String WRITES_KEY = "store:42:writes";

  private static final String SCRIPT = script();

  private final RedisClient client;
  private final RedisCommands<String, String> redis;

  FencedStore(String uri, String clientName) {
    RedisURI target = RedisURI.create(uri);
    target.setClientName(clientName);
    this.client = RedisClient.create(target);
    this.redis = client.connect().sync();
  }

  /** Reads the value, 0 at first. */
  long read(long token) {
    return access(token, Long.toString(token));
  }

  /** Writes the value. */
  void write(long token, long value) {
    access(token, Long.toString(token), Long.toString(value));
  }

  private long access(long token, String... args) {
    @Nullable
    String value = redis.eval(SCRIPT, ScriptOutputType.VALUE, new String[] {KEY, WRITES_KEY}, args);
    if (value == null) {
      throw new StaleTokenException(KEY, token);
    }
    return Long.parseLong(value);
  }

  @Override
  public void close() {
    client.shutdown();
  }

  private static String script() {
    try (InputStream resource = Objects.requireNonNull(
        FencedStore.class.getResourceAsStream("fenced-store.lua"), "fenced-store.lua is missing")) {
      return new String(resource.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read fenced-store.lua", e);
    }
  }
}
