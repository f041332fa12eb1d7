package io.holdfast.verification.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a lock, works under it and gives it back, again and again: with renewed and with fixed leases,
 * with and without a limit to its patience, and sometimes changes its mind, in any of the ways a future can be ended.
 * Once all is calm a lock that nobody has used before comes into play.
 */
final class SimulatedCaller {

  /**
   * The only lock with renewed leases: the watchdog renews several in the order of their hash codes, which is
   * not the seed's.
   */
  static final String RENEWED = "lock0";

  /** A lock on the same channel. */
  static final String NEIGHBOUR = "{lock0}";

  /** The name of something that is not a lock. */
  static final String NO_LOCK = "order:9";

  private static final long NOT_WAITING = -1;
  private static final long WITHOUT_END = Long.MAX_VALUE;

  private final String name;
  private final SimulatedClient client;
  private final String usualLock;
  private final World world;
  private final RandomGenerator random;
  private final Habits habits;
  private String lockName;
  private long waitingSinceNanos = NOT_WAITING;
  private long patienceNanos;
  private boolean hasChangedItsMind;
  private int leases;

  SimulatedCaller(String name, SimulatedClient client, String usualLock, World world) {
    this.name = name;
    this.client = client;
    this.usualLock = usualLock;
    this.lockName = usualLock;
    this.world = world;
    this.random = world.schedule().randomFor(name);
    this.habits = world.schedule().habits();
  }

  String name() {
    return name;
  }

  SimulatedClient client() {
    return client;
  }

  String lockName() {
    return lockName;
  }

  RandomGenerator random() {
    return random;
  }

  World world() {
    return world;
  }

  int leases() {
    return leases;
  }

  void countLease() {
    leases++;
  }

  /** Whether it waits, and could be served. */
  boolean isWaiting() {
    return waitingSinceNanos != NOT_WAITING && !client.isGone();
  }

  long waitingSinceNanos() {
    return waitingSinceNanos;
  }

  /** Whether it asked for the lock now or not at all. */
  boolean isOnce() {
    return patienceNanos == 0;
  }

  /** When its patience is at its end; never, if it has no end. */
  long patientUntilNanos() {
    return patienceNanos == WITHOUT_END ? WITHOUT_END : waitingSinceNanos + patienceNanos;
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
      new ThreadTurn(this).begin();
      return;
    }
    if (random.nextInt(40) == 0) {
      askWrongly();
    }
    if (random.nextInt(40) == 0) {
      lockName = NO_LOCK;
    }
    boolean isAcknowledged = random.nextDouble() < habits.acknowledged();
    DistributedLock plain = client.lock(lockName);
    askFor(isAcknowledged ? plain.acknowledgedBy(1) : plain, options(), isAcknowledged);
  }

  private void askFor(DistributedLock lock, LeaseOptions options, boolean isAcknowledged) {
    waitingSinceNanos = world.time().nanos();
    hasChangedItsMind = false;
    world.trace().add(name, () -> "asks for " + lock + " " + options);
    if (random.nextDouble() >= habits.patient()) {
      Duration patience = Duration.ofMillis(Math.max(0, random.nextInt(-10, 30)));
      patienceNanos = patience.toNanos();
      world.checks().asks(this);
      CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(patience, options);
      CompletableFuture<?> unused = asked.whenComplete((lease, failure) ->
          answered(lease == null ? null : lease.orElse(null), options, isAcknowledged, failure));
      changeMind(asked, Optional.empty());
    } else {
      patienceNanos = WITHOUT_END;
      CompletableFuture<Lease> asked = lock.acquireAsync(options);
      CompletableFuture<?> unused =
          asked.whenComplete((lease, failure) -> answered(lease, options, isAcknowledged, failure));
      changeMind(asked, null);
    }
  }

  /** Sometimes, after a while: whoever has the future may end it as it likes. */
  private <T> void changeMind(CompletableFuture<T> asked, @Nullable T nothing) {
    if (random.nextDouble() >= habits.changesMind()) {
      return;
    }
    int how = random.nextInt(5);
    world.time().after(random.nextLong(20_000_000), client.process(), () -> {
      if (asked.isDone()) {
        return;
      }
      world.count(how == 0 ? Incident.CANCELLED : Incident.ENDED_BY_ITS_OWNER);
      hasChangedItsMind = true;
      switch (how) {
        case 0, 1 -> asked.cancel(false);
        case 2 -> asked.complete(nothing);
        case 3 -> asked.completeExceptionally(new TimeoutException("as orTimeout does"));
        default -> asked.obtrudeValue(nothing);
      }
    });
  }

  /** A lease too short to be renewed: refused at once, and nothing is left of it. */
  private void askWrongly() {
    try {
      CompletableFuture<Lease> unused = client
          .lock("wrong" + random.nextInt(1_000))
          .acquireAsync(LeaseOptions.renewed(Duration.ofMillis(30)));
      throw new IllegalStateException("a lease too short to be renewed is not refused");
    } catch (IllegalArgumentException e) {
      world.count(Incident.WRONG_CALL_REFUSED);
    }
  }

  private LeaseOptions options() {
    if (!lockName.equals(RENEWED) || random.nextDouble() >= habits.renewed()) {
      return LeaseOptions.fixed(
          Duration.ofMillis(random.nextInt(habits.shortestMillis(), habits.longestMillis())));
    }
    return random.nextInt(3) > 0
        ? LeaseOptions.renewed()
        : LeaseOptions.renewed(Duration.ofMillis(random.nextInt(70, 400)));
  }

  private static Duration asked(LeaseOptions options) {
    Duration chosen = options.leaseTime();
    return chosen == null ? Schedule.LEASE : chosen;
  }

  private void answered(
      @Nullable Lease lease,
      LeaseOptions options,
      boolean isAcknowledged,
      @Nullable Throwable failure) {
    world.checks().calledBack(client);
    if (lease == null && failure == null && !hasChangedItsMind) {
      world.checks().refused(this);
    }
    waitingSinceNanos = NOT_WAITING;
    if (lease == null) {
      world.trace().add(name, () -> "gets none: " + (failure == null ? "refused" : failure));
      world.count(failure == null ? Incident.REFUSED : incident(failure));
      begin();
      return;
    }
    if (lockName.equals(NO_LOCK)) {
      world.checks().foreignKeyIgnored(name);
    }
    new Work(this, asked(options), options.isRenewed()).begin(lease, isAcknowledged);
  }

  private Incident incident(Throwable failure) {
    if (failure instanceof CancellationException || failure instanceof TimeoutException) {
      return Incident.CANCELLED;
    }
    if (failure instanceof HoldfastClosedException) {
      return Incident.FAILED_BY_CLOSE;
    }
    if (failure instanceof LockUnavailableException) {
      return Incident.UNKNOWN;
    }
    if (failure instanceof NotAcknowledgedException) {
      return Incident.NOT_ACKNOWLEDGED;
    }
    if (!(failure instanceof ServerErrorException)) {
      throw new IllegalStateException(name + " got what no caller should", failure);
    }
    String words = String.valueOf(failure.getMessage());
    return words.contains("another kind") ? Incident.FOREIGN_KEY_NAMED : Incident.ERROR;
  }
}
