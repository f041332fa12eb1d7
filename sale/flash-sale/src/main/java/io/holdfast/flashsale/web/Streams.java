package io.holdfast.flashsale.web;

import io.holdfast.flashsale.events.EventStreams;
import io.holdfast.flashsale.events.Feed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Streams of events for the public: so many for one address, and a tenth of all places is kept for buyers who
 * follow an order of theirs. Thread-safe.
 */
final class Streams {

  private final EventStreams streams;
  private final Callers callers;
  private final Limits limits;
  private final int mostForAll;
  private final int mostPerAddress;
  private final ConcurrentHashMap<String, Integer> perAddress = new ConcurrentHashMap<>();

  Streams(EventStreams streams, Callers callers, Limits limits, int most, int mostPerAddress) {
    this.streams = streams;
    this.callers = callers;
    this.limits = limits;
    this.mostForAll = most - most / 10;
    this.mostPerAddress = mostPerAddress;
  }

  /**
   * Opens one that follows the feed.
   *
   * @param isForAll whether anybody may follow that
   * @throws Problem if there are too many
   */
  void open(
      String topic,
      String event,
      Feed feed,
      boolean isForAll,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    if (isForAll && streams.open() >= mostForAll) {
      throw Problem.of(ProblemType.OVERLOADED);
    }
    String address = callers.address(request);
    int open = perAddress.merge(address, 1, Integer::sum);
    AtomicBoolean isLeft = new AtomicBoolean();
    Runnable leave = () -> {
      if (isLeft.compareAndSet(false, true)) {
        perAddress.compute(address, (it, n) -> n == null || n <= 1 ? null : n - 1);
      }
    };
    boolean isOpen = false;
    try {
      if (open > mostPerAddress && !limits.isTrusted(address)) {
        throw Problem.of(
            ProblemType.RATE_LIMITED, "one address may have " + mostPerAddress + " streams open");
      }
      isOpen = streams.open(topic, event, feed, request, response, leave);
      if (!isOpen) {
        throw Problem.of(ProblemType.OVERLOADED);
      }
    } finally {
      if (!isOpen) {
        leave.run();
      }
    }
  }
}
