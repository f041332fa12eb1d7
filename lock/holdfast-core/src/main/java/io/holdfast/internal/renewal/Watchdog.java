package io.holdfast.internal.renewal;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.Kind;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.time.LeaseClock;
import io.holdfast.internal.time.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Renews every watched tenure each third of its lease, many in one call, and says when a deadline
 * passed. Sleeps while nothing is watched. Thread-safe.
 */
public final class Watchdog {

  /*
   * A round looks at all tenures: first at deadlines, so that after a pause of the process what has
   * passed is lost before anything is renewed; then it sends what is due before the next round. Rounds
   * come at a tenth of the shortest renewal interval, at most a second apart.
   *
   *   granted        round   round   round         deadline
   *      |-------------|-------|-------|---- … ------|
   *                    '- due: one third of the lease after the last request sent
   */
  private static final int MOST_NAMES = 500;
  private static final long LONGEST_ROUND_NANOS = 1_000_000_000;
  private static final long SHORTEST_ROUND_NANOS = 2_000_000;

  private final Renewals renewals;
  private final LeaseClock clock;
  private final Timers timers;
  private final ToIntFunction<String> partition;
  private final Map<Tenure, Watch> watches = new ConcurrentHashMap<>();
  private final Object sending = new Object();
  private volatile @Nullable Round next;
  private boolean closed;

  public Watchdog(
      Renewals renewals, LeaseClock clock, Timers timers, ToIntFunction<String> partition) {
    this.renewals = renewals;
    this.clock = clock;
    this.timers = timers;
    this.partition = partition;
  }

  /** Keeps that tenure alive with that lease time until it is forgotten. */
  public void watch(Tenure tenure, long leaseMillis, Guardian guardian) {
    watches.put(tenure, new Watch(tenure, leaseMillis, guardian));
    plan(roundFor(leaseMillis));
  }

  /**
   * Does not renew that tenure until it is watched again; its deadline is still looked at. What was to be sent for it
   * has been sent when this returns.
   */
  public void hold(Tenure tenure) {
    Watch watch = watches.get(tenure);
    if (watch != null) {
      synchronized (sending) {
        watch.isHeldUp = true;
      }
    }
  }

  /** Renews that tenure no more. */
  public void forget(Tenure tenure) {
    Watch watch = watches.remove(tenure);
    if (watch != null) {
      watch.isHeldUp = true; // for a round that has chosen it already
    }
  }

  public int watched() {
    return watches.size();
  }

  /** No further rounds. */
  public synchronized void close() {
    closed = true;
    watches.clear();
    Round planned = next;
    if (planned != null) {
      planned.timer().cancel();
    }
  }

  private static long roundFor(long leaseMillis) {
    return Math.max(
        SHORTEST_ROUND_NANOS, Math.min(leaseMillis * 1_000_000 / 30, LONGEST_ROUND_NANOS));
  }

  /** A round after so long, unless there is one sooner. */
  private void plan(long roundNanos) {
    Round planned = next;
    if (planned == null || roundNanos < planned.afterNanos()) {
      replan(roundNanos);
    }
  }

  private synchronized void replan(long roundNanos) {
    Round planned = next;
    if (closed || (planned != null && roundNanos >= planned.afterNanos())) {
      return;
    }
    if (planned != null) {
      planned.timer().cancel();
    }
    next = new Round(roundNanos, timers.after(roundNanos, () -> round(roundNanos)));
  }

  private void round(long lastRound) {
    try {
      renewDue(lastRound);
    } finally {
      next = null; // from here on a new watch plans its own round
      watches.values().stream()
          .mapToLong(watch -> roundFor(watch.leaseMillis))
          .min()
          .ifPresent(this::plan);
    }
  }

  private void renewDue(long untilNextNanos) {
    clock.agree();
    long now = clock.nanos();
    Map<Batch, List<Watch>> due = new HashMap<>();
    for (Watch watch : watches.values()) {
      if (look(watch, now, untilNextNanos)) {
        int part = partition.applyAsInt(watch.tenure.lockName());
        due.computeIfAbsent(
                new Batch(
                    part,
                    watch.leaseMillis,
                    watch.tenure.lock().kind(),
                    watch.isAlone ? watch.tenure : null),
                key -> new ArrayList<>())
            .add(watch);
      }
    }
    for (Map.Entry<Batch, List<Watch>> batch : due.entrySet()) {
      List<Watch> watched = batch.getValue();
      for (int from = 0; from < watched.size(); from += MOST_NAMES) {
        List<Watch> some = watched.subList(from, Math.min(from + MOST_NAMES, watched.size()));
        synchronized (sending) {
          send(
              batch.getKey().leaseMillis(),
              some.stream().filter(watch -> !watch.isHeldUp).toList());
        }
      }
    }
  }

  /** Whether the tenure is to be renewed in this round. */
  private boolean look(Watch watch, long now, long untilNextNanos) {
    if (watch.tenure.isOver(now)) {
      watch.guardian.deadlinePassed(watch.tenure);
      return false;
    }
    if (!watch.isAtRisk && watch.tenure.deadlineNanos() - now < watch.leaseMillis * 500_000) {
      watch.isAtRisk = true;
      watch.guardian.atRisk(watch.tenure);
    }
    return !watch.isInFlight
        && !watch.isHeldUp
        && watch.dueNanos - now <= untilNextNanos
        && watch.guardian.isWanted(watch.tenure);
  }

  private void send(long leaseMillis, List<Watch> watched) {
    if (watched.isEmpty()) {
      return;
    }
    long now = clock.nanos();
    List<Renewal> sent = new ArrayList<>(watched.size());
    for (Watch watch : watched) {
      watch.isInFlight = true;
      sent.add(Renewal.extending(watch.tenure, leaseMillis, Math.max(0, now - watch.dueNanos)));
    }
    renewals.send(sent, answers -> {
      for (int i = 0; i < sent.size(); i++) {
        watched.get(i).answered(answers.get(i), clock.nanos());
        watched.get(i).guardian.answered(sent.get(i), answers.get(i));
      }
    });
  }

  private record Round(long afterNanos, Timers.Timer timer) {}

  /**
   * What is sent together.
   *
   * @param alone one that is sent by itself; null for the others
   */
  private record Batch(
      int partition, long leaseMillis, Kind kind, @Nullable Tenure alone) {}

  private static final class Watch {

    final Tenure tenure;
    final long leaseMillis;
    final Guardian guardian;
    volatile long dueNanos;
    volatile boolean isInFlight;
    volatile boolean isHeldUp;
    volatile boolean isAtRisk;
    volatile boolean isAlone; // it failed, perhaps because of others: a slot on the move

    Watch(Tenure tenure, long leaseMillis, Guardian guardian) {
      this.tenure = tenure;
      this.leaseMillis = leaseMillis;
      this.guardian = guardian;
      this.dueNanos = tenure.lastSentNanos() + leaseMillis * 1_000_000 / 3;
    }

    void answered(Answer answer, long now) {
      if (answer instanceof Answer.Renewed renewed) {
        dueNanos = renewed.sentNanos() + leaseMillis * 1_000_000 / 3;
        isAtRisk = false;
        isAlone = false;
      } else {
        isAlone = answer instanceof Answer.Failed;
        dueNanos = now; // again in the next round
      }
      isInFlight = false;
    }
  }
}
