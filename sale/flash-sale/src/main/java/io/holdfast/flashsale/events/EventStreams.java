package io.holdfast.flashsale.events;

import io.holdfast.flashsale.events.Feed.Moment;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The open streams of this instance, a bounded number of them. Thread-safe. */
public final class EventStreams implements AutoCloseable {

  /** How often things are looked at that have just changed. */
  public static final Duration OFTEN = Duration.ofMillis(250);

  private final int most;
  private final Duration seldom;
  private final ScheduledThreadPoolExecutor threads;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<String, Topic> topics = new HashMap<>();
  private boolean isClosed;

  /**
   * Streams.
   *
   * @param most at once
   * @param seldom how often things are looked at that have not changed for a while
   */
  public EventStreams(int most, Duration seldom) {
    this.most = most;
    this.seldom = seldom;
    AtomicInteger number = new AtomicInteger();
    threads = new ScheduledThreadPoolExecutor(2, work -> {
      Thread thread = new Thread(work, "flash-sale-events-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    });
    threads.setRemoveOnCancelPolicy(true);
    threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Opens a stream that follows the feed.
   *
   * @param topic the same for all who follow the same thing
   * @param event the name of its events
   * @return false if there are too many already; then nothing has happened to the response
   */
  public boolean open(
      String topic,
      String event,
      Feed feed,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    return open(topic, event, feed, request, response, () -> {});
  }

  /**
   * Opens a stream that follows the feed.
   *
   * @param whenGone called when the stream has ended, if it was opened
   * @return as the other one
   */
  public boolean open(
      String topic,
      String event,
      Feed feed,
      HttpServletRequest request,
      HttpServletResponse response,
      Runnable whenGone)
      throws IOException {
    Moment first = feed.look();
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      return false;
    }
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("UTF-8");
    response.setHeader("X-Accel-Buffering", "no");
    AsyncContext async = request.startAsync();
    Follower follower = new Follower(async, response.getOutputStream(), gone -> {
      leave(topic, gone);
      whenGone.run();
    });
    join(topic, event, feed, first, follower);
    follower.start();
    return true;
  }

  private synchronized void join(
      String name, String event, Feed feed, Moment first, Follower follower) {
    Topic topic = topics.get(name);
    if (topic == null) {
      topic = new Topic(event, feed, first);
      topics.put(name, topic);
      lookLater(name, topic);
    }
    topic.add(follower, first);
    if (first.isLast() || isClosed) {
      follower.end();
    }
  }

  private synchronized void leave(String name, Follower follower) {
    open.decrementAndGet();
    Topic topic = topics.get(name);
    if (topic != null) {
      topic.remove(follower);
    }
  }

  private void lookLater(String name, Topic topic) {
    Duration pause = topic.isBusy() ? OFTEN : seldom;
    if (!threads.isShutdown()) {
      Future<?> unused =
          threads.schedule(() -> look(name, topic), pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void look(String name, Topic topic) {
    synchronized (this) {
      if (topic.isEmpty()) {
        topics.remove(name, topic);
        return;
      }
    }
    topic.look();
    lookLater(name, topic);
  }

  /** How many are open. */
  public int open() {
    return open.get();
  }

  /** Ends all streams cleanly; further ones end after their first event. */
  @Override
  public void close() {
    List<Topic> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(topics.values());
    }
    all.forEach(Topic::end);
    threads.shutdown();
  }
}
