package io.holdfast.interop;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.testkit.LeakCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A Holdfast and a Redisson client with their views of one lock, new for every test; nothing may be left. */
abstract class InteropFixture {

  /** The default lease of both sides. */
  static final Duration LEASE = Duration.ofSeconds(30);

  /** Nobody here is silent: a busy machine is waited for. */
  private static final Duration PATIENT = Duration.ofSeconds(9);

  /** The longest command timeout a lease of 2 s allows: others use this machine, too. */
  static final Duration LONGEST_TIMEOUT = Duration.ofMillis(650);

  private static final String HOLDFAST = "holdfast";

  final Backend backend;
  final String name = "interop:" + UUID.randomUUID();

  private final LeakCheck threads = LeakCheck.start();
  private final List<Holdfast> holdfasts = new ArrayList<>();
  private final List<RedissonClient> redissons = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();

  Holdfast holdfast;
  RedissonClient redisson;
  DistributedLock ours;
  RLock theirs;

  /** Redisson's threads. */
  Actor bob;

  Actor carol;

  @SuppressWarnings("NullAway.Init")
  InteropFixture(Backend backend) {
    this.backend = backend;
  }

  @BeforeEach
  void open() throws Exception {
    holdfast = openHoldfast(settings -> settings);
    redisson = openRedisson(settings -> settings);
    ours = holdfast.lock(name);
    theirs = redisson.getLock(name);
    bob = actor("bob");
    carol = actor("carol");
  }

  final Holdfast openHoldfast(UnaryOperator<HoldfastBuilder> settings) {
    Holdfast client = settings
        .apply(backend.holdfast().clientName(HOLDFAST).commandTimeout(PATIENT))
        .build();
    holdfasts.add(client);
    return client;
  }

  final RedissonClient openRedisson(UnaryOperator<Config> settings) {
    RedissonClient client = Redisson.create(settings.apply(backend.redisson()));
    redissons.add(client);
    return client;
  }

  final Actor actor(String actorName) throws Exception {
    Actor actor = new Actor(actorName);
    actors.add(actor);
    return actor;
  }

  /** Redisson deletes its unlock latches after the unlock: it is stopped when it has. */
  @AfterEach
  void close() {
    try {
      eventually(() -> assertThat(backend.keys()).as("keys left").isEmpty());
    } finally {
      actors.forEach(Actor::close);
      holdfasts.forEach(Holdfast::close);
      redissons.forEach(client -> client.shutdown(0, 0, TimeUnit.SECONDS));
      backend.nodes().forEach(node -> node.command("FLUSHALL"));
    }
    backend.nodes().forEach(node -> {
      LeakCheck.assertNothingLeft(node, HOLDFAST);
      LeakCheck.assertNothingLeft(node, Backend.REDISSON);
    });
    threads.assertNoThreads("holdfast", "lettuce", "redisson");
  }

  // ---- what tests ask

  /** The channel of a lock by Redisson's rule, written down here once more. */
  static String channelOf(String lockName) {
    return lockName.contains("{")
        ? "redisson_lock__channel:" + lockName
        : "redisson_lock__channel:{" + lockName + "}";
  }

  /** Waits until that many clients listen for a release of the lock. */
  final void awaitListeners(String lockName, long count) {
    eventually(() -> assertThat(backend.listeners(channelOf(lockName)))
        .as("listeners on %s; channels are %s", channelOf(lockName), backend.channels())
        .isEqualTo(count));
  }

  /** Field and value of the lock's hash; empty when it is free. */
  final List<String> stored(String lockName) {
    Object reply = backend.nodeOf(lockName).command("HGETALL", lockName);
    return reply instanceof List<?> values
        ? values.stream().map(String::valueOf).toList()
        : List.of();
  }
}
