package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.lab.RungRun.Moment;
import io.holdfast.flashsale.lab.RungRun.State;
import io.holdfast.flashsale.ladder.InstanceFault;
import io.holdfast.flashsale.ladder.RungInfo;
import io.holdfast.flashsale.ladder.Rungs;
import io.holdfast.flashsale.load.OpenLoop;
import io.holdfast.flashsale.load.Tally;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What is known of one rung of a run. Thread-safe. */
final class Progress {

  private static final int MOST_MOMENTS = 400;

  private final int number;
  private final InstanceFault fault;
  private final RunRequest request;
  private final List<Moment> timeline = new ArrayList<>();
  private State state = State.WAITING;
  private int stock;
  private int orders;
  private int accepted;
  private @Nullable OpenLoop load;
  private @Nullable Tally tally;
  private @Nullable Verdict verdict;
  private long startNanos;

  Progress(int number, RunRequest request) {
    this.number = number;
    this.request = request;
    this.fault =
        request.fault() == InstanceFault.OWN ? Rungs.info(number).fault() : request.fault();
    this.stock = request.stock();
  }

  int number() {
    return number;
  }

  InstanceFault fault() {
    return fault;
  }

  synchronized void begin(OpenLoop openLoop) {
    load = openLoop;
    state = State.RUNNING;
    startNanos = System.nanoTime();
  }

  /** One more look at it. */
  synchronized void look(int stockNow, int ordersNow, int acceptedNow) {
    OpenLoop running = load;
    if (running == null) {
      return;
    }
    long at = (System.nanoTime() - startNanos) / 1_000_000;
    Histogram answers = new Histogram(3);
    running.interval().values().forEach(answers::add);
    if (timeline.size() < MOST_MOMENTS) {
      timeline.add(new Moment(
          at,
          stockNow,
          ordersNow,
          rate(acceptedNow - accepted, at - lastMoment()),
          millis(answers, 50),
          millis(answers, 99)));
    }
    stock = stockNow;
    orders = ordersNow;
    accepted = acceptedNow;
  }

  private long lastMoment() {
    return timeline.isEmpty() ? 0 : timeline.get(timeline.size() - 1).at();
  }

  private static double rate(int count, long millis) {
    return millis <= 0 ? 0 : count * 1000.0 / millis;
  }

  private static double millis(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1000.0;
  }

  /** Everybody has been answered. */
  synchronized void answered(Tally result) {
    tally = result;
  }

  synchronized void judge(Verdict judgement) {
    verdict = judgement;
    state = State.DONE;
  }

  private @Nullable Boolean asExpected() {
    RungInfo info = Rungs.info(number);
    if (verdict == null || fault != info.fault() || !request.isTelling()) {
      return null;
    }
    return verdict.word().startsWith(info.expected());
  }

  synchronized RungRun snapshot() {
    Tally soFar = tally != null ? tally : load != null ? load.tally() : null;
    return new RungRun(
        number,
        state,
        fault,
        request.buyers(),
        load == null ? 0 : (int) load.asked(),
        load == null ? 0 : (int) load.answered(),
        accepted,
        orders,
        stock,
        soFar == null ? 0 : soFar.perSecond("accepted"),
        soFar == null ? 0 : soFar.millisAt(50),
        soFar == null ? 0 : soFar.millisAt(99),
        verdict == null ? null : verdict.word(),
        asExpected(),
        verdict == null ? 0 : verdict.oversold(),
        verdict == null ? 0 : verdict.lost(),
        timeline);
  }
}
