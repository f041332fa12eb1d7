package io.holdfast.testkit;

/** What a server may or may not be able to do: tests skip by capability, not by version. */
public enum Capability {
  /** {@code SSUBSCRIBE} and {@code SPUBLISH}: Redis 7, Valkey. */
  SHARDED_PUBSUB("ssubscribe"),
  /** {@code FUNCTION} and {@code FCALL}: Redis 7, Valkey. */
  FUNCTIONS("fcall");

  private final String command;

  Capability(String command) {
    this.command = command;
  }

  /** The command that only a server with this capability knows. */
  String command() {
    return command;
  }
}
