package io.holdfast.flashsale.lab;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs rungs of the ladder with several instances in this JVM, one run at a time. Each instance has
 * connections of its own to Redis, through a relay of its own that can hold, lose or end them. Thread-safe.
 */
public final class Lab implements AutoCloseable {

  private static final int REMEMBERED = 20;
  private static final Duration PROGRESS_EVERY = Duration.ofMillis(250);

  private final RedisURI redis;
  private final DataSource database;
  private final Timing timing;
  private final Map<String, LabRun> runs = new LinkedHashMap<>();
  private @Nullable LabRun current;
  private long count;

  /**
   * A lab on these servers.
   *
   * @param redis one server, neither sentinel nor cluster: the relays stand in front of it
   * @param database with the tables of the service
   * @throws IllegalArgumentException if it is not one server
   */
  public Lab(RedisURI redis, DataSource database) {
    this(redis, database, Timing.DEFAULT);
  }

  Lab(RedisURI redis, DataSource database, Timing timing) {
    if (redis.getHost() == null || !redis.getSentinels().isEmpty()) {
      throw new IllegalArgumentException(
          "the Lab needs one Redis server by host and port, not " + redis);
    }
    this.redis = redis;
    this.database = database;
    this.timing = timing;
  }

  /**
   * Starts a run in the background.
   *
   * @return how it begins
   * @throws LabBusyException while another one is under way
   */
  public RunView start(RunRequest request) {
    return begin(request).snapshot();
  }

  private synchronized LabRun begin(RunRequest request) {
    if (current != null && !current.isOver()) {
      throw new LabBusyException(current.id());
    }
    LabRun run = new LabRun(
        Long.toString(System.currentTimeMillis(), 36) + "-" + ++count,
        request,
        () -> new LabServers(redis, database),
        timing);
    current = run;
    runs.put(run.id(), run);
    if (runs.size() > REMEMBERED) {
      runs.remove(runs.keySet().iterator().next());
    }
    run.start();
    return run;
  }

  /** How that run stands now; the last twenty are remembered. */
  public Optional<RunView> find(String id) {
    return lookUp(id).map(LabRun::snapshot);
  }

  private synchronized Optional<LabRun> lookUp(String id) {
    return Optional.ofNullable(runs.get(id));
  }

  /** Ends a run early and cleans up; how it stands then. Waits for that, some seconds at most. */
  public Optional<RunView> stop(String id) {
    Optional<LabRun> run = lookUp(id);
    run.ifPresent(LabRun::stop);
    return run.map(LabRun::snapshot);
  }

  /**
   * Runs and returns when it is over; an interrupt stops it.
   *
   * @param progress told four times a second, and at the end
   * @throws LabBusyException while another one is under way
   */
  public RunView runAll(RunRequest request, Consumer<RunView> progress)
      throws InterruptedException {
    LabRun run = begin(request);
    try {
      while (!run.awaitEnd(PROGRESS_EVERY)) {
        progress.accept(run.snapshot());
      }
    } finally {
      run.stop();
    }
    progress.accept(run.snapshot());
    return run.snapshot();
  }

  /** Stops what runs. */
  @Override
  public void close() {
    LabRun run;
    synchronized (this) {
      run = current;
    }
    if (run != null) {
      run.stop();
    }
  }
}
