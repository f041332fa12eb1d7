package io.holdfast.verification.sabotage;

import io.holdfast.testkit.RespClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One thread's connection for scripts, opened again after a failure. Not thread-safe. */
final class ScriptWire implements AutoCloseable {

  private final int port;
  private final Duration timeout;
  private @Nullable RespClient client;

  ScriptWire(int port, Duration timeout) {
    this.port = port;
    this.timeout = timeout;
  }

  /**
   * Runs a script whose reply is a number.
   *
   * @throws UncheckedIOException if there was no answer
   */
  long run(String script, String key, String... arguments) {
    String[] command = new String[4 + arguments.length];
    command[0] = "EVAL";
    command[1] = script;
    command[2] = "1";
    command[3] = key;
    System.arraycopy(arguments, 0, command, 4, arguments.length);
    try {
      if (client == null) {
        client = RespClient.connect(port, timeout);
      }
      return (Long) Objects.requireNonNull(client.command(command));
    } catch (UncheckedIOException e) {
      close(); // what comes later on this connection would be taken for another answer
      throw e;
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
