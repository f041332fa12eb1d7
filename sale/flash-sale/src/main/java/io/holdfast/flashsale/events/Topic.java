package io.holdfast.flashsale.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.flashsale.events.Feed.Moment;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thing that several may follow: looked at once for all of them. Thread-safe. */
final class Topic {

  private static final Logger LOG = LoggerFactory.getLogger(Topic.class);
  private static final long SILENCE_NANOS = Duration.ofSeconds(14).toNanos();
  private static final long BUSY_NANOS = Duration.ofSeconds(20).toNanos();
  private static final byte[] STILL_HERE = ": still here\n\n".getBytes(UTF_8);

  private final String event;
  private final Feed feed;
  private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
  private Moment last;
  private long saidNanos;
  private long changedNanos;

  Topic(String event, Feed feed, Moment first) {
    this.event = event;
    this.feed = feed;
    this.last = first;
    this.saidNanos = System.nanoTime();
    this.changedNanos = saidNanos;
  }

  /** Takes a follower in; the first thing it hears is {@code now}. */
  void add(Follower follower, Moment now) {
    followers.add(follower);
    follower.send(bytes(now));
  }

  void remove(Follower follower) {
    followers.remove(follower);
  }

  boolean isEmpty() {
    return followers.isEmpty();
  }

  /** Looks, and tells the followers what is new; and that we are still here, now and then. */
  synchronized void look() {
    long now = System.nanoTime();
    Moment moment;
    try {
      moment = feed.look();
    } catch (RuntimeException e) {
      LOG.debug("cannot look at {}", event, e);
      if (now - saidNanos > SILENCE_NANOS) {
        say(STILL_HERE, now);
      }
      return;
    }
    boolean isNew = !moment.sameness().equals(last.sameness());
    if (isNew) {
      changedNanos = now;
    }
    if (isNew || now - saidNanos > SILENCE_NANOS) {
      last = moment;
      say(bytes(moment), now);
    }
    if (moment.isLast()) {
      end();
    }
  }

  private void say(byte[] bytes, long now) {
    saidNanos = now;
    followers.forEach(follower -> follower.send(bytes));
  }

  /** Whether something happened a moment ago, so that it is worth looking often. */
  synchronized boolean isBusy() {
    return System.nanoTime() - changedNanos < BUSY_NANOS;
  }

  void end() {
    followers.forEach(Follower::end);
  }

  private byte[] bytes(Moment moment) {
    return ("event: " + event + "\ndata: " + moment.json() + "\n\n").getBytes(UTF_8);
  }
}
