package io.holdfast.flashsale.lab;

import io.lettuce.core.RedisURI;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Runs rungs of the ladder with several instances in this JVM, one run at a time. Each instance has
 * connections of its own to Redis, through a relay of its own that can hold, lose or end them. Thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Lab implements AutoCloseable {

  /**
   * A lab on these servers.
   *
   * @param redis one server, neither sentinel nor cluster: the relays stand in front of it
   * @param database with the tables of the service
   */
  public Lab(RedisURI redis, DataSource database) {
    throw new UnsupportedOperationException("not yet");
  }

  /**
   * Starts a run in the background.
   *
   * @return how it begins
   * @throws LabBusyException while another one is under way
   */
  public Run start(RunRequest request) {
    throw new UnsupportedOperationException("not yet");
  }

  /** How that run stands now; the last twenty are remembered. */
  public Optional<Run> find(String id) {
    throw new UnsupportedOperationException("not yet");
  }

  /** Ends a run early and cleans up; how it stands then. */
  public Optional<Run> stop(String id) {
    throw new UnsupportedOperationException("not yet");
  }

  /**
   * Runs and returns when it is over.
   *
   * @param progress told now and then, and at the end
   * @throws LabBusyException while another one is under way
   */
  public Run runAll(RunRequest request, Consumer<Run> progress) throws InterruptedException {
    throw new UnsupportedOperationException("not yet");
  }

  /** Stops what runs. */
  @Override
  public void close() {
    throw new UnsupportedOperationException("not yet");
  }
}
