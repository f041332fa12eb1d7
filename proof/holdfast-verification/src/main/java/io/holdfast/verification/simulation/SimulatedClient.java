package io.holdfast.verification.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.LeaseLoss;
import io.holdfast.LockActivity;
import io.holdfast.LockEvent;
import io.holdfast.internal.Footprint;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.internal.Host;
import io.holdfast.internal.Settings;
import io.holdfast.spi.GatewaySettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A process with the real engine in it, on simulated connections. */
final class SimulatedClient {

  private final Network network;
  private final SimulatedProcess process;
  private final SimulatedPool pool;
  private final HoldfastClient client;
  private final Set<String> left = new HashSet<>();
  private final Map<Long, Long> handedOver = new HashMap<>(); // stamp → the last token
  private final Checks checks;
  private @Nullable SimulatedGateway gateway;
  private boolean hasThreadTurn;

  SimulatedClient(String name, World world) {
    this.network = world.network();
    this.checks = world.checks();
    Schedule schedule = world.schedule();
    RandomGenerator random = schedule.randomFor(name);
    this.process = new SimulatedProcess(name, network.time(), random, network.sabotage());
    this.pool = new SimulatedPool(
        pick(random), process, network.time(), schedule.randomFor(name + " pool"), network.tally());
    Settings settings = new Settings(
        name,
        "",
        Schedule.LEASE,
        schedule.commandTimeout(),
        schedule.unavailableAfter(),
        schedule.handOvers(),
        schedule.handOverTime(),
        Duration.ZERO,
        GatewaySettings.PubSub.AUTO,
        this::happened,
        pool,
        process);
    this.client = HoldfastClient.open(
        (wanted, listener) -> {
          gateway = new SimulatedGateway(
              network,
              process,
              wanted.commandTimeout(),
              listener,
              (channel, isOwn) -> checks.heard(this, channel, isOwn));
          return gateway;
        },
        settings,
        new Host(name, process, process, () -> {}));
    gateway().shortCircuit(false);
  }

  /** Half of them have an executor as it should be. */
  private static SimulatedPool.Kind pick(RandomGenerator random) {
    SimulatedPool.Kind[] kinds = SimulatedPool.Kind.values();
    return random.nextBoolean() ? SimulatedPool.Kind.QUICK : kinds[random.nextInt(kinds.length)];
  }

  private void happened(LockEvent event) {
    network.trace().add(process.name(), () -> "event " + event);
    checks.calledBack(this);
    if (event instanceof LockEvent.HandedOver next) {
      network.tally().count(Incident.HANDED_OVER);
      handedOver.merge(next.token() / 1024, next.token(), Math::max);
    } else if (event instanceof LockEvent.Released released) {
      checks.ended(this, released.lockName(), released.token());
    } else if (event instanceof LockEvent.Lost lost) {
      checks.ended(this, lost.lockName(), lost.loss().token());
      network.tally().count(incident(lost.loss().reason()));
    }
  }

  private static Incident incident(LeaseLoss.Reason reason) {
    return switch (reason) {
      case RENEWAL_REFUSED -> Incident.LOST_REFUSED;
      case DEADLINE_PASSED -> Incident.LOST_BY_DEADLINE;
      case LEASE_OVER -> Incident.LOST_AT_ITS_END;
      case FORCED -> Incident.LOST_BY_FORCE;
      case CLOSED -> Incident.LOST_BY_CLOSE;
    };
  }

  SimulatedProcess process() {
    return process;
  }

  SimulatedPool pool() {
    return pool;
  }

  SimulatedGateway gateway() {
    return Objects.requireNonNull(gateway, "opened with the client");
  }

  DistributedLock lock(String name) {
    return client.lock(name);
  }

  boolean isGone() {
    return process.isDead() || process.isClosed();
  }

  void crash() {
    network.trace().add(process.name(), () -> "CRASHES");
    process.crash();
    gateway().messages().hangUp(2_000_000);
  }

  /** Whether close would find nothing that it has to wait for; leases and waiters it ends itself. */
  boolean canClose() {
    return gateway().commands().onlyRenews() && client.footprint().farewells() == 0;
  }

  /** Closes; renewals in flight are cut off, and run later or never. */
  void close(long stuckNanos) {
    network.trace().add(process.name(), () -> "CLOSES");
    gateway().commands().breakOff(stuckNanos);
    gateway().shortCircuit(true);
    client.close();
  }

  /** Releases a lock by force, its own holder first. */
  CompletableFuture<Boolean> force(String lockName) {
    network.trace().add(process.name(), () -> "releases " + lockName + " by force");
    gateway().commands().forcing(lockName);
    return client.lock(lockName).forceReleaseAsync();
  }

  /** Runs what would block for an answer, which comes at once. */
  void atOnce(Runnable blocking) {
    gateway().shortCircuit(true);
    try {
      blocking.run();
    } finally {
      gateway().shortCircuit(false);
    }
  }

  /** Whether a call of the thread view would be answered at once: nothing is held, asked or waited for. */
  boolean isIdle() {
    return client.footprint().delegates() == 0 && gateway().commands().isQuiet();
  }

  /**
   * A caller owns the lock by its thread from here on, even if it loses it; false if another one does. All of them are
   * the same thread: one would unlock what the other has locked.
   */
  boolean beginThreadTurn() {
    boolean isFirst = !hasThreadTurn;
    hasThreadTurn = true;
    return isFirst;
  }

  void endThreadTurn() {
    hasThreadTurn = false;
  }

  /** How many of its callers wait for that lock, as it says itself. */
  int waiting(String lockName) {
    return activity(lockName).map(LockActivity::waiting).orElse(0);
  }

  /** Whether it says that somebody has that lock. */
  boolean isHeld(String lockName) {
    return activity(lockName).flatMap(LockActivity::held).isPresent();
  }

  /** What it says about all locks, by their names. */
  Map<String, LockActivity> activities() {
    return client.activities().stream()
        .collect(Collectors.toMap(LockActivity::lockName, activity -> activity));
  }

  private Optional<LockActivity> activity(String lockName) {
    return client.activities().stream()
        .filter(activity -> activity.lockName().equals(lockName))
        .findAny();
  }

  /** Whether somebody here got that lock after the lease with that token, inside of the same tenure. */
  boolean hasHandedOn(long token) {
    return handedOver.getOrDefault(token / 1024, token) > token;
  }

  /** A lease of that holder is left to run out: the client forgets it on purpose. */
  void leaves(String holder) {
    left.add(holder);
  }

  /** Whether nothing of it is under way. */
  private boolean isQuiet() {
    return gateway().commands().isQuiet() && client.footprint().farewells() == 0;
  }

  /** What the client still does or keeps; empty if nothing. */
  String leftovers() {
    Footprint left = client.footprint();
    return left.equals(Footprint.NOTHING) ? "" : left.toString();
  }

  /** Whether that key is this client's, and this client neither holds it, nor asks for it, nor cleans up. */
  boolean hasForgotten(String lockName, String holder) {
    return !isGone()
        && !process.isPaused()
        && !left.contains(holder)
        && gateway().knows(holder)
        && isQuiet()
        && client.activities().stream()
            .filter(activity -> activity.lockName().equals(lockName))
            .allMatch(
                activity -> activity.held().isEmpty() && !gateway().isLatest(lockName, holder));
  }
}
