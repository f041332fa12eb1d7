package io.holdfast.flashsale.writer;

import io.holdfast.DistributedLock;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.spring.fence.StaleTokenException;
import io.lettuce.core.RedisException;
import io.lettuce.core.StreamMessage;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Writes what was accepted in one sale, whenever it is this instance's turn: all instances queue for one lock, and
 * the token of its lease is checked in every transaction. One thread of its own. Thread-safe.
 */
/*
 *   queue for the lock --> take over what others left --> read --> write --> acknowledge --> read …
 *        ^                                                  |        |           |
 *        |   lease lost, stale token, Redis away            |        |           |
 *        '--------------------------------------------------+--------+-----------'
 *
 * PostgreSQL away: the batch in hand is tried again until it is written or the lease is lost; in Redis it stays
 * pending. Whatever ends a turn, the next one begins with all that is pending, so nothing needs to be remembered.
 * Now and then the writer asks for pending entries in the middle of its turn too: a read whose reply was lost has
 * delivered entries to nobody.
 */
public final class SaleWriter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SaleWriter.class);
  private static final long LEAST_IDLE_MILLIS = 2;
  private static final long LONGEST_IDLE_MILLIS = 32;
  private static final long LOOK_BACK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LEAST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1000;
  private static final long LAST_BATCH_MILLIS = 10_000;

  private final long saleId;
  private final Drain drain;
  private final DistributedLock lock;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable CompletableFuture<Lease> turn;

  public SaleWriter(Surroundings surroundings, long saleId) {
    this.saleId = saleId;
    this.drain = new Drain(surroundings, saleId);
    this.lock = surroundings.holdfast().lock(lockName(saleId));
    this.thread = new Thread(this::run, "writer-" + saleId + "-" + surroundings.instance());
    thread.setDaemon(true);
  }

  /** The lock of whoever may write the orders of this sale. */
  public static String lockName(long saleId) {
    return "fs:" + saleId + ":writer";
  }

  /** Begins to queue. Once. */
  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!isClosing()) {
        queueAndLead();
      }
    } catch (HoldfastClosedException | CancellationException e) {
      return; // closed while it waited for its turn
    } catch (InterruptedException e) {
      return; // closed, and the last batch took too long
    } catch (Points.Crashed e) {
      LOG.info("sale {}: {}", saleId, e.getMessage());
    }
  }

  private void queueAndLead() throws InterruptedException {
    try (Lease lease = queue()) {
      try {
        lead(lease);
      } catch (Points.Crashed e) {
        lease.leave(); // the dead release nothing
        throw e;
      }
    } catch (StaleTokenException | LeaseLostException e) {
      LOG.warn("sale {}: another writer has taken over", saleId, e);
    } catch (RedisException | LockUnavailableException | ServerErrorException e) {
      LOG.warn("sale {}: Redis is away, queueing again", saleId, e);
      rest(LONGEST_PAUSE_MILLIS);
    } catch (HoldfastClosedException | CancellationException | Points.Crashed e) {
      throw e;
    } catch (RuntimeException e) { // a sale must not be left without a writer
      LOG.error("sale {}: writing failed, queueing again", saleId, e);
      rest(LONGEST_PAUSE_MILLIS);
    }
  }

  private Lease queue() throws InterruptedException {
    CompletableFuture<Lease> next = lock.acquireAsync();
    turn = next;
    if (isClosing()) {
      next.cancel(false); // nobody else may have seen it
    }
    try {
      return next.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    }
  }

  private void lead(Lease lease) throws InterruptedException {
    drain.begin();
    long lookedBack = System.nanoTime() - LOOK_BACK_NANOS;
    long idle = LEAST_IDLE_MILLIS;
    while (lease.isHeld() && !isClosing()) {
      if (System.nanoTime() - lookedBack >= LOOK_BACK_NANOS) {
        takeOver(lease);
        lookedBack = System.nanoTime();
      }
      List<StreamMessage<String, String>> batch = drain.next();
      if (batch.isEmpty()) {
        rest(idle);
        idle = Math.min(2 * idle, LONGEST_IDLE_MILLIS);
      } else {
        write(batch, lease);
        idle = LEAST_IDLE_MILLIS;
      }
    }
  }

  private void takeOver(Lease lease) throws InterruptedException {
    List<StreamMessage<String, String>> left = drain.abandoned();
    while (!left.isEmpty() && lease.isHeld() && !isClosing()) {
      LOG.info("sale {}: took over {} entries", saleId, left.size());
      write(left, lease);
      left = drain.abandoned();
    }
  }

  /** Returns when it is written, or it is no longer this instance's turn. */
  private void write(List<StreamMessage<String, String>> batch, Lease lease)
      throws InterruptedException {
    long pause = LEAST_PAUSE_MILLIS;
    while (lease.isHeld()) {
      try {
        drain.write(batch, lease.token());
        return;
      } catch (DataAccessException | TransactionException e) {
        LOG.warn("sale {}: {} entries wait for PostgreSQL: {}", saleId, batch.size(), e.toString());
        if (rest(pause)) {
          return; // they stay pending
        }
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** Waits so long; true if it is time to end. */
  private boolean rest(long millis) throws InterruptedException {
    return closing.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Finishes the batch in hand, for 10 s at most, and lets another instance take over. */
  @Override
  public void close() {
    closing.countDown();
    CompletableFuture<Lease> waiting = turn;
    if (waiting != null) {
      waiting.cancel(false); // does nothing once it has the lease
    }
    try {
      if (thread.isAlive() && thread != Thread.currentThread()) {
        thread.join(LAST_BATCH_MILLIS);
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
