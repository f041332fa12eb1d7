package io.holdfast.benchmarks.contestant;

import java.util.concurrent.locks.Lock;

/** One lock name of one contestant, for one thread. */
public interface PeerLock {

  /** A contestant's lock that is one of {@code java.util.concurrent} already. */
  static PeerLock of(Lock lock) {
    return new PeerLock() {
      @Override
      public void lock() {
        lock.lock();
      }

      @Override
      public void unlock() {
        lock.unlock();
      }
    };
  }

  /** Waits for the lock. */
  void lock() throws Exception;

  /** Releases it. */
  void unlock() throws Exception;
}
