package io.holdfast.verification.fault;

import io.holdfast.testkit.ClientProcess;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import io.holdfast.verification.traffic.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Where a fault strikes.
 *
 * @param site the servers
 * @param crew the clients
 * @param locks the names they use
 * @param lease the lease time
 * @param random for every choice
 */
public record Scene(Site site, Crew crew, List<String> locks, Duration lease, Random random) {

  int anyClient() {
    return random.nextInt(crew.size());
  }

  ClientProcess anyMember() {
    return crew.member(anyClient());
  }

  /** The ways of a client that a fault strikes: the one to the server of some lock, or all. */
  List<FaultProxy> linesOf(int client) {
    return site.lines(client, random.nextBoolean() ? Optional.of(anyLock()) : Optional.empty());
  }

  /** The server that grants some lock. */
  RedisServer anyPrimary() {
    return site.primaryOf(anyLock());
  }

  String anyLock() {
    return locks.get(random.nextInt(locks.size()));
  }

  /** How the draw for the usual place of a strike went: three times in four, somebody who holds a lock. */
  boolean drawsHolder() {
    return random.nextInt(4) != 0;
  }

  /**
   * Stops (SIGSTOP) a client while it holds a lock, as its journal shows, before it has sent the release.
   *
   * @param isWanted which client and lock will do
   * @return nobody, if nobody of that kind held a lock within so many leases
   */
  Optional<Holder> stopHolder(double leases, Predicate<Holder> isWanted) {
    int first = anyClient();
    long end = System.nanoTime() + (long) (lease.toNanos() * leases);
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < crew.size(); i++) {
        int client = (first + i) % crew.size();
        Optional<Holder> holder = holder(client, isWanted);
        if (holder.isPresent()) {
          crew.member(client).pause();
          holder = holder(client, isWanted);
          if (holder.isPresent()) {
            return holder;
          }
          crew.member(client).resume();
        }
      }
      Pace.millis(1);
    }
    return Optional.empty();
  }

  private Optional<Holder> holder(int client, Predicate<Holder> isWanted) {
    return crew.tail(client).held().stream()
        .map(lock -> new Holder(client, lock))
        .filter(isWanted)
        .findFirst();
  }

  /** A lock that a new holder has had for some moments; none, if there is none within so many leases. */
  Optional<String> longHeld(double leases) {
    Set<String> before = holds().keySet();
    Map<String, Long> since = new HashMap<>();
    long begin = System.nanoTime();
    for (long now = begin; now - begin < lease.toNanos() * leases; now = System.nanoTime()) {
      for (Map.Entry<String, String> hold : holds().entrySet()) {
        Long first = since.putIfAbsent(hold.getKey(), now);
        if (first != null
            && now - first > lease.toNanos() / 15
            && !before.contains(hold.getKey())) {
          return Optional.of(hold.getValue());
        }
      }
      Pace.millis(1);
    }
    return Optional.empty();
  }

  /** By who holds it, in words, the lock. */
  private Map<String, String> holds() {
    Map<String, String> holds = new HashMap<>();
    for (int i = 0; i < crew.size(); i++) {
      int client = i;
      crew.tail(client).holds().forEach((id, lock) -> holds.put(client + "#" + id, lock));
    }
    return holds;
  }

  /** Whether somebody is seen to wait for a lock that nobody is seen to hold. */
  boolean hasAwaitedLockThatNobodyHolds() {
    List<String> awaited = new ArrayList<>();
    for (int client = 0; client < crew.size(); client++) {
      awaited.addAll(crew.tail(client).awaited());
    }
    for (int client = 0; client < crew.size(); client++) {
      awaited.removeAll(crew.tail(client).held());
    }
    return !awaited.isEmpty();
  }

  /** Waits until that client has ended so many more turns, for so many leases at most. */
  void awaitTurns(int client, int turns, double leases) {
    long wanted = crew.tail(client).turns() + turns;
    long end = System.nanoTime() + (long) (lease.toNanos() * leases);
    while (crew.tail(client).turns() < wanted && System.nanoTime() - end < 0) {
      Pace.millis(1);
    }
  }

  /**
   * A client that holds a lock.
   *
   * @param client its number
   * @param lock the lock
   */
  record Holder(int client, String lock) {}

  /** Lets a part of a lease pass, at random between these two. */
  public void pass(double fromLeases, double toLeases) {
    Pace.millis(lease.toMillis() * (fromLeases + random.nextDouble() * (toLeases - fromLeases)));
  }
}
