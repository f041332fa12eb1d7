package io.holdfast.benchmarks.contestant;

/** One lock name of one contestant, for one thread. */
public interface PeerLock {

  /** Waits for the lock. */
  void lock() throws Exception;

  /** Releases it. */
  void unlock() throws Exception;
}
