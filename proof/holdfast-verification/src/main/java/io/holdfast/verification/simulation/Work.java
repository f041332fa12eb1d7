package io.holdfast.verification.simulation;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseView;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a caller does with a lease: reads what the lock guards, renews now and then, writes it back, releases. */
final class Work {

  private static final long SOON_NANOS = 10_000_000;

  private final SimulatedCaller caller;
  private final SimulatedClient client;
  private final World world;
  private final RandomGenerator random;
  private final Habits habits;
  private final String lockName;
  private final Duration leaseTime;
  private final boolean isRenewed;

  /**
   * @param leaseTime what was asked for
   */
  Work(SimulatedCaller caller, Duration leaseTime, boolean isRenewed) {
    this.caller = caller;
    this.client = caller.client();
    this.world = caller.world();
    this.random = caller.random();
    this.habits = caller.world().schedule().habits();
    this.lockName = caller.lockName();
    this.leaseTime = leaseTime;
    this.isRenewed = isRenewed;
  }

  void begin(Lease lease, boolean isAcknowledged) {
    Holding holding = hold(lease);
    if (isAcknowledged) {
      world.checks().acknowledged(lockName, holding);
    }
    Runnable write = readNow(holding);
    int renewals = random.nextDouble() < habits.renews() ? random.nextInt(1, 4) : 0;
    long hold = renewals > 0
        ? random.nextLong(40_000_000, habits.longestHoldMillis() * 1_000_000L)
        : holdNanos();
    long at = 0;
    for (int i = 0; i < renewals; i++) {
      Duration renewedTo = Duration.ofMillis(random.nextInt(30, 400));
      boolean isHasty = i > 0 && random.nextDouble() < habits.hastily();
      at = isHasty ? at + Math.max(0, random.nextLong(-250_000, 500_000)) : random.nextLong(hold);
      world.time().after(at, client.process(), () -> renew(lease, holding, renewedTo));
    }
    if (random.nextDouble() < habits.forces()) {
      world
          .time()
          .after(random.nextLong(Math.min(hold, SOON_NANOS)), client.process(), this::force);
    }
    boolean leaves = random.nextDouble() < habits.leaves();
    world.time().after(hold, client.process(), () -> {
      write.run();
      if (leaves) {
        leave(lease, holding);
        return;
      }
      world.trace().add(caller.name(), () -> "gives " + lease + " back");
      Runnable answeredWell = world.checks().releasing(lockName, holding, lease.isHeld());
      CompletableFuture<Void> unused = lease.releaseAsync().whenComplete((done, failed) -> {
        if (failed == null) {
          world.count(Incident.RELEASED);
          answeredWell.run();
        }
        caller.begin();
      });
    });
  }

  /** Nobody releases it: it runs out by itself, and whoever waits must notice. */
  private void leave(Lease lease, Holding holding) {
    world.count(Incident.LEFT);
    world.trace().add(caller.name(), () -> "leaves " + lease);
    client.leaves(holding.holder());
    lease.leave();
    caller.begin();
  }

  /** Somebody takes it from whoever has it by now, here or elsewhere. */
  private void force() {
    SimulatedClient other = world.clients().get(random.nextInt(world.clients().size()));
    SimulatedClient by = random.nextBoolean() ? client : other;
    if (!by.isGone() && !by.process().isPaused()) {
      world.count(Incident.FORCED_BY_ANOTHER);
      CompletableFuture<Boolean> unused = by.force(lockName);
    }
  }

  long holdNanos() {
    return random.nextDouble() < habits.holdsLong()
        ? random.nextLong(habits.longestHoldMillis() * 1_000_000L)
        : random.nextLong(10_000, 8_000_000);
  }

  Holding hold(LeaseView lease) {
    caller.countLease();
    world.count(Incident.GRANTED);
    world.trace().add(caller.name(), () -> "gets " + lease);
    Holding holding = new Holding(
        client, client.gateway().latest(lockName), lease, leaseTime, isRenewed, world.time());
    world.began(lockName, holding);
    return holding;
  }

  /** Reads what the lock guards; what is returned writes it back, and ends the work. */
  Runnable readNow(Holding holding) {
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

  /** The holder sets what is left, to more or to less. */
  private void renew(Lease lease, Holding holding, Duration newTime) {
    if (client.isGone() || holding.isOver() || !lease.isHeld()) {
      return;
    }
    boolean isShorter = newTime.compareTo(lease.remaining()) < 0;
    long number = holding.renewing(newTime);
    world.trace().add(caller.name(), () -> "renews " + lease + " to " + newTime);
    long called = world.time().nanos();
    int cuts = client.gateway().commands().cuts();
    CompletableFuture<Void> unused = lease.renewAsync(newTime).whenComplete((done, failure) -> {
      if (failure == null && cuts == client.gateway().commands().cuts()) {
        holding.renewed(number, called, newTime);
      } else if (failure instanceof ServerErrorException) {
        holding.notRenewed();
      } else {
        holding.unanswered();
      }
      world.count(incident(isShorter, failure));
    });
  }

  private static Incident incident(boolean isShorter, @Nullable Throwable failure) {
    if (failure == null) {
      return isShorter ? Incident.SHORTENED_BY_HOLDER : Incident.RENEWED_BY_HOLDER;
    }
    return failure instanceof LockUnavailableException
        ? Incident.RENEWAL_BY_HOLDER_UNANSWERED
        : failure instanceof LeaseLostException
            ? Incident.RENEWAL_BY_HOLDER_TOO_LATE
            : Incident.ERROR;
  }
}
