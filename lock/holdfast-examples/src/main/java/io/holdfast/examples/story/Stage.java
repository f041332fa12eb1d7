package io.holdfast.examples.story;

import io.holdfast.examples.story.Event.Kind;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Where the story happens: one server, the actors, and everything they said so far. */
final class Stage implements AutoCloseable {

  private final Instant start = Instant.now();
  private final Telling telling;
  private final Sabotage sabotage;
  private final RedisServer server;
  private final Map<String, Actor> actors = new LinkedHashMap<>();
  private final List<Long> pids = new ArrayList<>();
  private final List<Event> events = new ArrayList<>(); // guarded by itself, which is also notified
  private volatile boolean open = true;

  Stage(Narrator narrator, Sabotage sabotage) {
    this.telling = new Telling(narrator, start);
    this.sabotage = sabotage;
    this.server = RedisServer.start();
    pids.add(server.pid());
  }

  RedisServer server() {
    return server;
  }

  Duration now() {
    return Duration.between(start, Instant.now());
  }

  /** Every process there ever was. */
  List<Long> pids() {
    return List.copyOf(pids);
  }

  /** Starts an actor, instead of the one of that name, if there was one. */
  void enter(String name) {
    Actor before = actors.remove(name);
    if (before != null) {
      before.close();
    }
    Actor actor = Actor.start(name, server.uri(), sabotage, line -> heard(name, line));
    actors.put(name, actor);
    pids.add(actor.process().pid());
  }

  Actor actor(String name) {
    Actor actor = actors.get(name);
    if (actor == null) {
      throw new IllegalArgumentException("no actor named " + name);
    }
    return actor;
  }

  void tell(String text) {
    Duration at = now();
    telling.add(at, narrator -> narrator.line(at, "", text, 0));
  }

  void tellHeading(String text) {
    telling.add(now(), narrator -> narrator.heading(text));
  }

  private void heard(String who, String line) {
    synchronized (events) {
      if (open) {
        Event event = Event.ofLine(start, who, line);
        events.add(event);
        telling.add(
            event.at(), narrator -> narrator.line(event.at(), who, event.text(), event.token()));
        events.notifyAll();
      }
    }
  }

  /** Everything said so far. */
  List<Event> events() {
    synchronized (events) {
      return List.copyOf(events);
    }
  }

  /** Where we are: what is said from now on has this place or a later one. */
  int place() {
    synchronized (events) {
      return events.size();
    }
  }

  /** Waits for that actor to say that, at this place or later; empty if it does not. */
  Optional<Event> await(int from, String who, Kind kind, Duration limit)
      throws InterruptedException {
    return await(from, event -> event.who().equals(who) && event.kind() == kind, limit);
  }

  /** Waits for such an event at this place or later; empty if there is none within the limit. */
  Optional<Event> await(int from, Predicate<Event> wanted, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + Eventually.scaled(limit).toNanos();
    synchronized (events) {
      while (true) {
        Optional<Event> found =
            events.subList(from, events.size()).stream().filter(wanted).findFirst();
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (found.isPresent() || millis <= 0) {
          return found;
        }
        events.wait(millis);
      }
    }
  }

  /** Ends every process; what an actor still says is not heard. */
  @Override
  public void close() {
    open = false;
    actors.values().forEach(Actor::close);
    server.close();
    telling.close();
  }
}
