package io.holdfast.benchmarks.contestant;

import java.util.concurrent.CompletionStage;

/** A lock library, connected to the server: one client, as a process would have. Thread-safe. */
public interface Contestant extends AutoCloseable {

  /** The lock of that name, for one thread: each takes its own object. */
  PeerLock lock(String name);

  /** Acquires without a thread and keeps the lock until the contestant is closed. */
  default CompletionStage<?> hold(String name) {
    throw new UnsupportedOperationException(
        getClass().getSimpleName() + " has no asynchronous form");
  }

  /** Threads of a client that the application has anyway, opened along with this one. */
  default int foreignThreads() {
    return 0;
  }

  @Override
  void close();
}
