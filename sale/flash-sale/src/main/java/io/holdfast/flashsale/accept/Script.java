package io.holdfast.flashsale.accept;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** A script of this package, called by its hash and sent whole to a server that does not know it. Thread-safe. */
public final class Script {

  private final String source;
  private final String sha;
  private final ScriptOutputType output;

  private Script(String source, ScriptOutputType output) {
    this.source = source;
    this.sha = sha1(source);
    this.output = output;
  }

  /** The script in the file of that name beside this class. */
  public static Script named(String file, ScriptOutputType output) {
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "no script '" + file + "' beside " + Script.class.getName());
      }
      return new Script(new String(in.readAllBytes(), UTF_8), output);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Runs it. All keys are of one sale. */
  public <T> CompletionStage<T> run(
      RedisClusterAsyncCommands<String, String> redis, String[] keys, String... arguments) {
    CompletionStage<T> bySha = redis.evalsha(sha, output, keys, arguments);
    return bySha.exceptionallyCompose(failure -> isUnknown(failure)
        ? redis.eval(source, output, keys, arguments)
        : CompletableFuture.failedStage(failure));
  }

  private static boolean isUnknown(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RedisNoScriptException;
  }

  private static String sha1(String source) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-1").digest(source.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }
}
