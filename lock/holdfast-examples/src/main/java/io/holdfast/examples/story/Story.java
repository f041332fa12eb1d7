package io.holdfast.examples.story;

import io.holdfast.examples.story.Event.Kind;
import io.holdfast.examples.story.Facts.Succession;
import io.holdfast.examples.story.Facts.Write;
import io.holdfast.testkit.ClientProcess;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** Four acts with three processes and one lock, and what is to be said of them at the end. */
final class Story {

  static final String LOCK = "stock:42";
  static final Duration LEASE_TIME = Duration.ofSeconds(2);

  private static final List<String> NAMES = List.of("ada", "ben", "cy");
  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Duration TURN_LIMIT = LEASE_TIME.plusSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Stage stage;
  private int turns;
  private Succession killed = new Succession(false, Duration.ZERO, Optional.empty());
  private long pausedToken;
  private Duration resumedAt = Duration.ZERO;

  private Story(Stage stage) {
    this.stage = stage;
  }

  /** Tells the story once and returns what was checked. */
  static List<Check> tell(Narrator narrator, Sabotage sabotage) throws InterruptedException {
    narrator.heading("Holdfast: three processes, one lock '" + LOCK + "', lease time "
        + LEASE_TIME.toSeconds() + " s");
    Facts facts;
    List<Long> pids;
    try (Stage stage = new Stage(narrator, sabotage)) {
      Story story = new Story(stage);
      story.everybodyArrives();
      story.actOneTheyTakeTurns();
      story.actTwoTheHolderIsKilled();
      story.actThreeTheHolderIsPaused();
      story.actFourTheyLeave();
      facts = story.facts();
      pids = stage.pids();
    }
    return new Checks(withProcessesLeft(facts, pids), Eventually.scaled(PATIENCE)).all();
  }

  private void everybodyArrives() throws InterruptedException {
    stage.tell("a real redis-server " + stage.server().version() + ", process "
        + stage.server().pid() + ", port " + stage.server().port());
    NAMES.forEach(stage::enter);
    for (String name : NAMES) {
      awaitReady(0, name);
    }
  }

  private void awaitReady(int from, String name) throws InterruptedException {
    Optional<Event> first = stage.await(from, event -> event.who().equals(name), START_LIMIT);
    if (first.map(Event::kind).filter(Kind.READY::equals).isEmpty()) {
      throw new IllegalStateException(
          name + " did not arrive: " + stage.actor(name).lastWords());
    }
  }

  private void actOneTheyTakeTurns() throws InterruptedException {
    stage.tellHeading("Act 1: they take turns, and each adds one to a counter");
    int from = stage.place();
    NAMES.forEach(name -> stage.actor(name).send("three turns"));
    awaitWrites(from, 9, Duration.ofSeconds(10));
  }

  private void actTwoTheHolderIsKilled() throws InterruptedException {
    stage.tellHeading("Act 2: the holder is killed; the lock goes on when its lease runs out");
    int from = stage.place();
    stage.actor("ben").send("hold");
    stage.await(from, "ben", Kind.GOT, TURN_LIMIT);
    int afterBen = stage.place();
    stage.actor("ada").send("turn");
    stage.actor("cy").send("turn");
    stage.await(afterBen, "ada", Kind.ASKS, TURN_LIMIT);
    stage.await(afterBen, "cy", Kind.ASKS, TURN_LIMIT);

    stage.actor("ben").process().kill();
    Duration asked = stage.now();
    long remainingMillis = remainingOnServer();
    stage.tell("kill -9 ben; on the server its lease has " + remainingMillis + " ms to run");
    Optional<Event> next = stage.await(afterBen, event -> event.kind() == Kind.GOT, TURN_LIMIT);
    killed =
        new Succession(remainingMillis > 0, asked.plusMillis(remainingMillis), next.map(Event::at));
    awaitWrites(afterBen, 2, TURN_LIMIT);
  }

  private void actThreeTheHolderIsPaused() throws InterruptedException {
    stage.tellHeading("Act 3: the holder is paused beyond its lease, and wakes up");
    int from = stage.place();
    stage.actor("ada").send("hold");
    pausedToken =
        stage.await(from, "ada", Kind.GOT, TURN_LIMIT).map(Event::token).orElse(0L);
    ClientProcess ada = stage.actor("ada").process();
    ada.pause();
    stage.tell("kill -STOP ada, in the middle of its turn");
    stage.actor("cy").send("turn");
    awaitWrites(from, 1, TURN_LIMIT);

    resumedAt = stage.now();
    stage.tell("kill -CONT ada");
    ada.resume();
    stage.actor("ada").send("go on");
    stage.await(from, "ada", Kind.LOST, PATIENCE);
    stage.await(from, "ada", Kind.STOPPED, PATIENCE);
    stage.await(
        from,
        event -> event.who().equals("ada")
            && (event.kind() == Kind.REFUSED || event.kind() == Kind.WROTE),
        TURN_LIMIT);
  }

  private void actFourTheyLeave() throws InterruptedException {
    stage.tellHeading("Act 4: ben is back; each takes a last turn and leaves");
    int from = stage.place();
    stage.enter("ben");
    awaitReady(from, "ben");
    NAMES.forEach(name -> stage.actor(name).send("turn"));
    awaitWrites(from, NAMES.size(), TURN_LIMIT);
    for (String name : NAMES) {
      stage.actor(name).send("leave");
    }
    for (String name : NAMES) {
      stage.await(from, name, Kind.LEAVES, TURN_LIMIT);
    }
  }

  /** Waits until so many writes were tried, and notes that they should have been accepted. */
  private void awaitWrites(int from, int count, Duration limit) throws InterruptedException {
    turns += count;
    stage.await(
        from,
        ignored -> stage.events().stream()
                .skip(from)
                .filter(event -> event.kind() == Kind.WROTE || event.kind() == Kind.REFUSED)
                .count()
            >= count,
        limit);
  }

  private long remainingOnServer() {
    try (RespClient redis = stage.server().connect()) {
      return redis.command("PTTL", LOCK) instanceof Long millis ? millis : -1;
    }
  }

  // ---- the end

  private Facts facts() {
    List<Long> stillRunning = new ArrayList<>();
    for (String name : NAMES) {
      ClientProcess process = stage.actor(name).process();
      if (!comesTrue(name + " ends by itself", () -> !process.isAlive())) {
        stillRunning.add(process.pid());
      }
    }
    comesTrue("nothing is left", () -> leftOnServer().isEmpty());
    try (RespClient redis = stage.server().connect()) {
      String value = (String) redis.command("HGET", FencedStore.KEY, "value");
      return new Facts(
          stage.events(),
          turns,
          value == null ? 0 : Long.parseLong(value),
          texts(redis.command("LRANGE", FencedStore.WRITES_KEY, "0", "-1")).stream()
              .map(Write::of)
              .toList(),
          killed,
          pausedToken,
          resumedAt,
          leftOnServer(),
          stillRunning);
    }
  }

  private List<String> leftOnServer() {
    List<String> left = new ArrayList<>();
    stage.server().keys().stream()
        .filter(key -> !key.startsWith(FencedStore.KEY))
        .forEach(key -> left.add("key " + key));
    stage.server().channels().forEach(channel -> left.add("channel " + channel));
    NAMES.stream()
        .filter(name -> stage.server().connectionCount(name) > 0)
        .forEach(name -> left.add("connection of " + name));
    return left;
  }

  private static Facts withProcessesLeft(Facts facts, List<Long> pids) {
    List<Long> left = new ArrayList<>(facts.processesLeft());
    pids.stream()
        .filter(pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
        .forEach(left::add);
    return new Facts(
        facts.events(),
        facts.turns(),
        facts.value(),
        facts.writes(),
        facts.killed(),
        facts.pausedToken(),
        facts.resumedAt(),
        facts.leftOnServer(),
        left);
  }

  private static boolean comesTrue(String what, Callable<Boolean> condition) {
    try {
      Eventually.eventually(what, condition);
      return true;
    } catch (ConditionTimeoutException e) { // the check says so
      return false;
    }
  }

  private static List<String> texts(@Nullable Object reply) {
    return reply instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }
}
