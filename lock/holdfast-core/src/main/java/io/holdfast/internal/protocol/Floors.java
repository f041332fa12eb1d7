package io.holdfast.internal.protocol;

import io.holdfast.spi.Gateway;
import io.holdfast.spi.ServerDescription;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The greatest stamps this client has seen: every later grant must be above. Thread-safe.
 */
final class Floors {

  /*
   * One number for many names: a stamp of one name lifts the others, which does no harm as long as they
   * are on one server, whose clock goes on. The nodes of a cluster have clocks of their own; so names
   * share a number only if their slots are neighbours, and these are nearly always on one node.
   *
   * While a server's clock is behind a floor, stamps are made from the floor instead. Two clients may have
   * the same floor without knowing of each other's grants: so each adds a step of its own, not 1.
   */
  private static final int NUMBERS = 1024;
  private static final int SLOTS_PER_NUMBER = 16;

  /** A prime; small, so that stamps do not run away from a clock that is just a little behind. */
  private static final int STEPS = 1021;

  private final AtomicLongArray greatest = new AtomicLongArray(NUMBERS);
  private final Gateway gateway;
  private final boolean isCluster;
  private final int step;

  Floors(Gateway gateway, String clientId) {
    this.gateway = gateway;
    this.isCluster = gateway.server().kind() == ServerDescription.Kind.CLUSTER;
    this.step = 1 + Math.floorMod(mixed(clientId), STEPS);
  }

  /** How far above a floor this client's stamps are. */
  int step() {
    return step;
  }

  long of(String lockName) {
    return greatest.get(index(lockName));
  }

  void observe(String lockName, long stamp) {
    greatest.accumulateAndGet(index(lockName), stamp, Math::max);
  }

  private int index(String lockName) {
    return isCluster
        ? gateway.partition(lockName) / SLOTS_PER_NUMBER % NUMBERS
        : Math.floorMod(mixed(lockName), NUMBERS);
  }

  /** Texts that differ by little get numbers that differ by much. */
  private static int mixed(String text) {
    int mixed = text.hashCode() * 0x9E3779B9;
    return mixed ^ (mixed >>> 15);
  }
}
