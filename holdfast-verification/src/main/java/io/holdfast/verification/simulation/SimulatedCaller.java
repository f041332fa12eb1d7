package io.holdfast.verification.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LeaseView;
import io.holdfast.LockUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
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
    if (lockName.equals(RENEWED)
        && random.nextInt(3) == 0
        && client.isIdle()
        && client.beginThreadTurn()) {
      askByThread();
      return;
    }
    DistributedLock lock = client.lock(lockName);
    LeaseOptions options = options();
    waitingSinceNanos = world.time().nanos();
    world.trace().add(name, () -> "asks for " + lockName + " " + options);
    CompletableFuture<?> asked;
    CompletableFuture<?> unused;
    if (random.nextInt(3) == 0) {
      CompletableFuture<Optional<Lease>> future =
          lock.tryAcquireAsync(Duration.ofMillis(random.nextInt(0, 30)), options);
      unused = future.whenComplete((lease, failure) ->
          answered(lease == null ? null : lease.orElse(null), options, failure));
      asked = future;
    } else {
      CompletableFuture<Lease> future = lock.acquireAsync(options);
      unused = future.whenComplete((lease, failure) -> answered(lease, options, failure));
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

  private void answered(@Nullable Lease lease, LeaseOptions options, @Nullable Throwable failure) {
    waitingSinceNanos = NOT_WAITING;
    if (lease == null) {
      world.trace().add(name, () -> "gets none: " + (failure == null ? "refused" : failure));
      world.count(
          failure == null
              ? Incident.REFUSED
              : failure instanceof CancellationException
                  ? Incident.CANCELLED
                  : failure instanceof HoldfastClosedException
                      ? Incident.FAILED_BY_CLOSE
                      : Incident.UNKNOWN);
      begin();
      return;
    }
    work(lease, asked(options), options.isRenewed());
  }

  private void work(Lease lease, Duration leaseTime, boolean isRenewed) {
    Holding holding = hold(lease, leaseTime, isRenewed);
    Runnable write = readNow(holding);
    int renewals = random.nextInt(8) == 0 ? random.nextInt(1, 4) : 0;
    long hold = renewals > 0 ? random.nextLong(40_000_000, 250_000_000) : holdNanos();
    for (int i = 0; i < renewals; i++) {
      Duration renewedTo = Duration.ofMillis(random.nextInt(70, 400));
      world
          .time()
          .after(random.nextLong(hold), client.process(), () -> renew(lease, holding, renewedTo));
    }
    world.time().after(hold, client.process(), () -> {
      write.run();
      world.trace().add(name, () -> "gives " + lease + " back");
      CompletableFuture<Void> unused = lease.releaseAsync().whenComplete((done, failed) -> {
        if (failed == null) {
          world.count(Incident.RELEASED);
        }
        begin();
      });
    });
  }

  private long holdNanos() {
    return random.nextInt(10) == 0
        ? random.nextLong(300_000_000)
        : random.nextLong(10_000, 8_000_000);
  }

  private Holding hold(LeaseView lease, Duration leaseTime, boolean isRenewed) {
    leases++;
    world.count(Incident.GRANTED);
    world.trace().add(name, () -> "gets " + lease);
    Holding holding = new Holding(
        client,
        client.gateway().latest(lockName),
        lease,
        leaseTime,
        isRenewed,
        world.time().nanos());
    world.began(lockName, holding);
    return holding;
  }

  /** Reads what the lock guards; what is returned writes it back, and ends the work. */
  private Runnable readNow(Holding holding) {
    FencedStore store = world.store(lockName);
    long token = holding.lease().token();
    var read = store.read(token);
    return () -> {
      if (read.isEmpty() || !store.write(token, read.getAsInt() + 1)) {
        world.count(Incident.REFUSED_BY_THE_FENCE);
      }
      holding.end();
    };
  }

  /** The holder sets what is left; sometimes it is cut off, and the request runs later. */
  private void renew(Lease lease, Holding holding, Duration leaseTime) {
    if (client.isGone() || !lease.isHeld() || client.gateway().commands().isDown()) {
      return;
    }
    holding.renewedTo(leaseTime);
    boolean isShorter = leaseTime.compareTo(lease.remaining()) < 0;
    long stuck = world.isStormy() && random.nextInt(3) == 0 ? random.nextLong(60_000_000) : -1;
    client.atOnce(() -> {
      client.gateway().cutOff(stuck);
      try {
        lease.renew(leaseTime);
        world.count(isShorter ? Incident.SHORTENED_BY_HOLDER : Incident.RENEWED_BY_HOLDER);
        world.trace().add(name, () -> "has renewed " + lease + " to " + leaseTime);
      } catch (LockUnavailableException e) {
        world.count(Incident.RENEWAL_BY_HOLDER_UNANSWERED);
      } catch (LeaseLostException e) {
        world.trace().add(name, () -> "could not renew: " + e.getMessage());
      }
    });
  }

  /** Owned by the thread, and entered twice. The whole simulation is one thread: one such turn per client at a time. */
  private void askByThread() {
    DistributedLock lock = client.lock(lockName);
    client.atOnce(() -> {
      if (!lock.tryLock()) {
        client.endThreadTurn();
        world.count(Incident.REFUSED);
        begin();
        return;
      }
      LeaseView lease = lock.current().orElseThrow();
      if (!lock.tryLock() || lock.holdCount() != 2) {
        throw new IllegalStateException("a held lock is not entered again");
      }
      world.count(Incident.REENTERED);
      Runnable write = readNow(hold(lease, Schedule.LEASE, true));
      world.time().after(holdNanos(), client.process(), () -> {
        write.run();
        if (!client.isGone()) {
          client.atOnce(() -> {
            unlock(lock);
            unlock(lock);
          });
        }
        client.endThreadTurn();
        begin();
      });
    });
  }

  private void unlock(DistributedLock lock) {
    try {
      lock.unlock();
      world.count(Incident.RELEASED);
    } catch (LeaseLostException e) {
      world.trace().add(name, () -> "cannot unlock: " + e.getMessage());
    }
  }
}
