package io.holdfast.verification.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a lock, works under it and gives it back, again and again: with renewed and with fixed leases,
 * with and without a limit to its patience, and sometimes changes its mind. Once all is calm a lock that nobody
 * has used before comes into play.
 */
final class SimulatedCaller {

  /**
   * The only lock with renewed leases: the watchdog renews several in the order of their hash codes, which is
   * not the seed's.
   */
  static final String RENEWED = "lock0";

  private static final long NOT_WAITING = -1;

  private final String name;
  private final SimulatedClient client;
  private final String usualLock;
  private final World world;
  private final RandomGenerator random;
  private String lockName;
  private long waitingSinceNanos = NOT_WAITING;
  private int leases;

  SimulatedCaller(String name, SimulatedClient client, String usualLock, World world) {
    this.name = name;
    this.client = client;
    this.usualLock = usualLock;
    this.lockName = usualLock;
    this.world = world;
    this.random = world.schedule().randomFor(name);
  }

  String lockName() {
    return lockName;
  }

  int leases() {
    return leases;
  }

  /** Whether it waits, and could be served. */
  boolean isWaiting() {
    return waitingSinceNanos != NOT_WAITING && !client.isGone();
  }

  long waitingSinceNanos() {
    return waitingSinceNanos;
  }

  /** Asks after a while, unless the working day is over. */
  void begin() {
    long think = random.nextLong(world.thinkNanos());
    if (!client.isGone() && world.time().nanos() + think < Schedule.WORK.toNanos()) {
      world.time().after(think, client.process(), this::ask);
    }
  }

  private void ask() {
    if (client.isGone()) {
      return;
    }
    lockName = world.isSettled() && random.nextBoolean() ? "late" + random.nextInt(3) : usualLock;
    DistributedLock lock = client.lock(lockName);
    LeaseOptions options = options();
    Duration leaseTime = asked(options);
    waitingSinceNanos = world.time().nanos();
    world.trace().add(name, () -> "asks for " + lockName + " " + options);
    CompletableFuture<?> asked;
    CompletableFuture<?> unused;
    if (random.nextInt(3) == 0) {
      CompletableFuture<Optional<Lease>> future =
          lock.tryAcquireAsync(Duration.ofMillis(random.nextInt(0, 30)), options);
      unused = future.whenComplete((lease, failure) ->
          answered(lease == null ? null : lease.orElse(null), leaseTime, failure));
      asked = future;
    } else {
      CompletableFuture<Lease> future = lock.acquireAsync(options);
      unused = future.whenComplete((lease, failure) -> answered(lease, leaseTime, failure));
      asked = future;
    }
    if (random.nextInt(5) == 0) {
      world.time().after(random.nextLong(20_000_000), client.process(), () -> asked.cancel(false));
    }
  }

  private LeaseOptions options() {
    if (!lockName.equals(RENEWED) || random.nextInt(4) == 0) {
      return LeaseOptions.fixed(Duration.ofMillis(random.nextInt(12, 120)));
    }
    return random.nextInt(3) > 0
        ? LeaseOptions.renewed()
        : LeaseOptions.renewed(Duration.ofMillis(random.nextInt(70, 400)));
  }

  private static Duration asked(LeaseOptions options) {
    Duration chosen = options.leaseTime();
    return chosen == null ? Schedule.LEASE : chosen;
  }

  private void answered(@Nullable Lease lease, Duration leaseTime, @Nullable Throwable failure) {
    waitingSinceNanos = NOT_WAITING;
    if (lease == null) {
      world.trace().add(name, () -> "gets none: " + (failure == null ? "refused" : failure));
      begin();
      return;
    }
    work(lease, leaseTime);
  }

  private void work(Lease lease, Duration leaseTime) {
    leases++;
    world.trace().add(name, () -> "gets " + lease);
    Holding holding = new Holding(client, lease, leaseTime, world.time().nanos());
    world.began(lockName, holding);
    FencedStore store = world.store(lockName);
    var read = store.read(lease.token());
    long hold =
        random.nextInt(10) == 0 ? random.nextLong(300_000_000) : random.nextLong(10_000, 8_000_000);
    world.time().after(hold, client.process(), () -> {
      if (read.isPresent()) {
        store.write(lease.token(), read.getAsInt() + 1);
      }
      holding.end();
      world.trace().add(name, () -> "gives " + lease + " back");
      CompletableFuture<Void> unused = lease.releaseAsync().whenComplete((done, failed) -> begin());
    });
  }
}
