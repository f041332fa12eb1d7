package io.holdfast.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls for tests. */
final class Scripts {

  static final String COUNT = "return redis.call('incr', KEYS[1])";
  static final GatewaySettings SETTINGS = settings(Duration.ofMillis(1500));

  private Scripts() {}

  static GatewaySettings settings(Duration timeout) {
    return new GatewaySettings("gateway-test", timeout, GatewaySettings.PubSub.AUTO);
  }

  static ScriptCall eval(String source, List<String> keys, String... arguments) {
    return new ScriptCall(source, sha(source), false, keys, List.of(arguments));
  }

  static ScriptCall evalSha(String source, List<String> keys, String... arguments) {
    return new ScriptCall(source, sha(source), true, keys, List.of(arguments));
  }

  /** Increments that key: shows how often it was executed. */
  static CompletionStage<ScriptReply> count(Gateway gateway, String key) {
    return gateway.run(eval(COUNT, List.of(key)));
  }

  static @Nullable Object value(Gateway gateway, ScriptCall call) {
    return get(gateway.run(call)).value();
  }

  static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  static Throwable failure(CompletionStage<?> stage) {
    try {
      Object value = stage.toCompletableFuture().join();
      throw new AssertionError("expected a failure, got " + value);
    } catch (CompletionException e) {
      return Objects.requireNonNull(e.getCause());
    }
  }

  static String sha(String source) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-1").digest(source.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
