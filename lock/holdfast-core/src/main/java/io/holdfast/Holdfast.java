package io.holdfast;

import java.util.List;

/**
 * A client of the lock service: one connection pair to Redis or Valkey, one queue per lock name.
 *
 * <p>One instance per process is enough and best: callers that share an instance hand a lock to each
 * other without touching the server. This class is thread-safe.
 */
public interface Holdfast extends AutoCloseable {

  /**
   * {@return a client with default settings, connected}
   *
   * @param uri {@code redis://}, {@code rediss://}, {@code redis-sentinel://…#primary}, {@code
   *     redis-cluster://h1:p,h2:p} or {@code redis-replicas://h1:p,h2:p}; see {@link HoldfastBuilder#uri}
   * @throws IllegalArgumentException if the URI is not understood, or no gateway is on the class path
   * @throws LockUnavailableException if the server cannot be reached
   * @throws ServerErrorException if the server refuses us (password, rights, read-only replica)
   */
  static Holdfast connect(String uri) {
    return builder().uri(uri).build();
  }

  /** {@return a builder of clients with settings of your own} */
  static HoldfastBuilder builder() {
    return new HoldfastBuilder();
  }

  /**
   * {@return the lock of that name} Cheap: nothing is sent, nothing is kept until somebody acquires it. Two objects of
   * one name are one lock.
   *
   * @param name its key on the server, behind the {@linkplain HoldfastBuilder#keyPrefix key prefix} if there is one
   * @throws IllegalArgumentException if the name is blank, over 512 bytes of UTF-8, has half a
   *     character (an unpaired surrogate), or (in cluster mode) its braces would put its channel into another slot
   */
  DistributedLock lock(String name);

  /**
   * {@return a candidate for the lead under that name} Of all processes that stand for it, one leads. Nothing happens
   * until {@link Candidate#campaign()}.
   *
   * @param name that of a lock whose holder leads, so a name for a leader is not one for a lock as well
   * @throws IllegalArgumentException as {@link #lock}
   */
  Candidate leader(String name);

  /**
   * {@return what this client holds and waits for: one entry for every such name, in no order; empty after
   * {@link #close()}} Sends nothing and does not disturb the locks. What is said about one name is true of one moment;
   * different names may be of different moments. A name that a listener keeps busy for over a second is left out.
   */
  List<LockActivity> activities();

  /**
   * Ends every lease (its holder is told by {@link LeaseView#lost()}), wakes every waiter with {@link
   * HoldfastClosedException}, releases what is held, then stops. Bounded in time; a second call does nothing.
   */
  @Override
  void close();

  /** The client's id, with which every {@linkplain LockState#holder() holder} of its begins, and its server. */
  @Override
  String toString();
}
