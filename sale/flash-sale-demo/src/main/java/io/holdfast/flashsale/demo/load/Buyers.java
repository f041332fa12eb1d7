package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.http.Exchange;
import io.holdfast.flashsale.demo.http.Reply;
import io.holdfast.flashsale.demo.http.Work;
import io.holdfast.flashsale.load.Pace;
import io.holdfast.flashsale.load.Tally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Buyers who come at a pace of their own, whether or not others are answered. Who is not told what became of
 * the wish asks again, with the same key. Latencies count from when a buyer came until the final answer. Only
 * {@link #counts()} may be read by other threads.
 */
final class Buyers implements Work {

  private static final long HIGHEST_MICROS = TimeUnit.MINUTES.toMicros(10);
  private static final long AGAIN_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int MOST_TIMES = 1_000;

  private final Pace pace;
  private final Wishes wishes;
  private final long longestNanos;
  private final Map<String, Histogram> kinds = new TreeMap<>();
  private final ArrayDeque<Asking> again = new ArrayDeque<>();
  private final Counts counts = new Counts();
  private long startNanos;
  private long lastNanos;
  private boolean started;
  private int inFlight;

  /**
   * Nobody has come yet.
   *
   * @param longest nobody comes after this time
   */
  Buyers(Pace pace, Wishes wishes, Duration longest) {
    this.pace = pace;
    this.wishes = wishes;
    this.longestNanos = longest.toNanos();
  }

  /** What can be read while they ask. */
  Counts counts() {
    return counts;
  }

  /** How it went: seconds from the first who came to the last answer. */
  Tally tally() {
    return new Tally((lastNanos - startNanos) / 1e9, kinds);
  }

  @Override
  public @Nullable Exchange next(long nanos) {
    if (!started) {
      started = true;
      startNanos = nanos;
      lastNanos = nanos;
    }
    Asking first = again.peek();
    if (first != null && nanos - first.againNanos >= 0) {
      return again.remove();
    }
    int number = counts.asked();
    long due = startNanos + (long) (number * 1e9 / pace.perSecond());
    if (isLastAsked(nanos) || inFlight >= pace.mostInFlight() || nanos - due < 0) {
      return null;
    }
    counts.ask();
    inFlight++;
    return new Asking(number, due);
  }

  private boolean isLastAsked(long nanos) {
    return counts.asked() >= pace.requests() || nanos - startNanos > longestNanos;
  }

  @Override
  public boolean isDone() {
    return started && inFlight == 0 && isLastAsked(System.nanoTime());
  }

  private void finish(String kind, long due, long nanos) {
    inFlight--;
    lastNanos = nanos;
    counts.answer(kind);
    kinds
        .computeIfAbsent(kind, k -> new Histogram(HIGHEST_MICROS, 3))
        .recordValue(Math.min(HIGHEST_MICROS, Math.max(0, (nanos - due) / 1_000)));
  }

  private final class Asking implements Exchange {

    private final int number;
    private final long due;
    private int times;
    private long againNanos;

    Asking(int number, long due) {
      this.number = number;
      this.due = due;
    }

    @Override
    public void writeTo(ByteBuffer request) {
      wishes.writeTo(number, request);
    }

    @Override
    public void answered(Reply reply, long nanos) {
      String kind = wishes.kindOf(number, reply);
      if (kind.equals(Wishes.UNKNOWN)) {
        failed(kind, nanos);
      } else {
        finish(kind, due, nanos);
      }
    }

    @Override
    public void failed(String why, long nanos) {
      if (++times < MOST_TIMES) {
        counts.askAgain();
        againNanos = nanos + AGAIN_AFTER_NANOS;
        again.add(this);
      } else {
        wishes.neverTold(number);
        finish(Wishes.UNKNOWN, due, nanos);
      }
    }
  }
}
