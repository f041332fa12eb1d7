package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.lab.RunView.State;
import io.holdfast.flashsale.ladder.InstanceFault;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run and the thread it has. Thread-safe. */
final class LabRun {

  private static final Logger LOG = LoggerFactory.getLogger(LabRun.class);
  private static final Duration CLEAN_UP_WITHIN = Duration.ofSeconds(20);

  private static final RunRequest WARM_UP =
      new RunRequest(List.of(Sale.PRODUCTION), 1500, 500, 2, InstanceFault.NONE);
  private static final AtomicBoolean IS_WARM = new AtomicBoolean();

  private final String id;
  private final RunRequest request;
  private final Supplier<LabServers> servers;
  private final Timing timing;
  private final List<Progress> rungs;
  private final CountDownLatch over = new CountDownLatch(1);
  private @Nullable Trial trial;
  private boolean stopped;
  private State state = State.RUNNING;
  private @Nullable String error;

  LabRun(String id, RunRequest request, Supplier<LabServers> servers, Timing timing) {
    this.id = id;
    this.request = request;
    this.servers = servers;
    this.timing = timing;
    this.rungs =
        request.rungs().stream().map(number -> new Progress(number, request)).toList();
  }

  String id() {
    return id;
  }

  void start() {
    Thread thread = new Thread(this::run, "flash-sale-lab-" + id);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try (LabServers open = servers.get()) {
      warmUp(open);
      for (Progress rung : rungs) {
        if (!next(new Trial(open, request, rung, timing))) {
          break;
        }
      }
      end(null);
    } catch (InterruptedException | RuntimeException e) {
      LOG.warn("run {} of the Lab failed", id, e);
      end(e.toString());
    } finally {
      over.countDown();
    }
  }

  /** Once in a JVM: the first rung measured would otherwise show how long classes take to load. */
  private void warmUp(LabServers open) throws InterruptedException {
    if (IS_WARM.compareAndSet(false, true)) {
      boolean unused =
          next(new Trial(open, WARM_UP, new Progress(Sale.PRODUCTION, WARM_UP), timing));
    }
  }

  private boolean next(Trial next) throws InterruptedException {
    synchronized (this) {
      if (stopped) {
        return false;
      }
      trial = next;
    }
    next.run();
    return true;
  }

  private synchronized void end(@Nullable String failure) {
    error = failure;
    state = failure != null ? State.FAILED : stopped ? State.STOPPED : State.DONE;
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  boolean awaitEnd(Duration limit) throws InterruptedException {
    return over.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends it early, if it is not over, and waits until it has cleaned up. */
  void stop() {
    synchronized (this) {
      if (isOver()) {
        return;
      }
      stopped = true;
      if (trial != null) {
        trial.stop();
      }
    }
    try {
      boolean unused = awaitEnd(CLEAN_UP_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  RunView snapshot() {
    State stateFirst;
    @Nullable String errorThen;
    synchronized (this) {
      stateFirst = state; // so that a run that is over has all its verdicts
      errorThen = error;
    }
    return new RunView(
        id, stateFirst, errorThen, rungs.stream().map(Progress::snapshot).toList());
  }
}
