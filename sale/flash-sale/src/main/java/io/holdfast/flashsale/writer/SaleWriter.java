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
import javax.sql.DataSource;
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
  private final DataSource database;
  private final Drain drain;
  private final DistributedLock lock;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable CompletableFuture<Lease> queueing;
  private boolean refused; // the thread's own

  public SaleWriter(Surroundings surroundings, long saleId) {
    this.saleId = saleId;
    this.database = surroundings.database();
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
    try (Turn turn = queue()) {
      try {
        lead(turn);
      } catch (Points.Crashed e) {
        turn.leave(); // the dead release nothing
        throw e;
      }
    } catch (StaleTokenException e) {
      stale(e);
    } catch (LeaseLostException e) {
      LOG.warn("sale {}: another writer has taken over", saleId, e);
    } catch (ServerErrorException e) {
      writeWithoutLock(e);
    } catch (RedisException | LockUnavailableException e) {
      LOG.warn("sale {}: Redis is away, queueing again", saleId, e);
      rest(LONGEST_PAUSE_MILLIS);
    } catch (HoldfastClosedException | CancellationException | Points.Crashed e) {
      throw e;
    } catch (RuntimeException e) { // a sale must not be left without a writer
      LOG.error("sale {}: writing failed, queueing again", saleId, e);
      rest(LONGEST_PAUSE_MILLIS);
    }
  }

  /** Somebody writes with a greater token; or nobody, and the clock of Redis, from which tokens come, went back. */
  private void stale(StaleTokenException e) throws InterruptedException {
    if (!refused) {
      LOG.warn(
          "sale {}: its writer is refused, and tries again every {} ms: another has taken over, or the clock of Redis is"
              + " behind and has to catch up first",
          saleId,
          LONGEST_PAUSE_MILLIS,
          e);
    }
    refused = true;
    rest(LONGEST_PAUSE_MILLIS);
  }

  /** Redis has no memory for a lock. What was accepted is written all the same, which makes room. */
  private void writeWithoutLock(ServerErrorException e) throws InterruptedException {
    LOG.warn(
        "sale {}: no lock from Redis, asking the database for a turn: {}", saleId, e.getMessage());
    try (Turn turn = DatabaseTurn.take(database, saleId).orElse(null)) {
      if (turn != null) {
        lead(turn);
        return;
      }
    } catch (StaleTokenException laterWriter) {
      LOG.info("sale {}: another writer has taken over", saleId);
    } catch (DataAccessException | RedisException away) {
      LOG.warn("sale {}: not written either, queueing again: {}", saleId, away.toString());
    }
    rest(LONGEST_PAUSE_MILLIS);
  }

  private Turn queue() throws InterruptedException {
    CompletableFuture<Lease> next = lock.acquireAsync();
    queueing = next;
    if (isClosing()) {
      next.cancel(false); // nobody else may have seen it
    }
    try {
      return Turn.of(next.get());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    }
  }

  private void lead(Turn turn) throws InterruptedException {
    drain.begin();
    long lookedBack = System.nanoTime() - LOOK_BACK_NANOS;
    long idle = LEAST_IDLE_MILLIS;
    while (turn.isHeld() && !isClosing()) {
      if (System.nanoTime() - lookedBack >= LOOK_BACK_NANOS) {
        takeOver(turn);
        lookedBack = System.nanoTime();
      }
      List<StreamMessage<String, String>> batch = drain.next();
      if (batch.isEmpty()) {
        rest(idle);
        idle = Math.min(2 * idle, LONGEST_IDLE_MILLIS);
      } else {
        write(batch, turn);
        idle = LEAST_IDLE_MILLIS;
      }
    }
  }

  private void takeOver(Turn turn) throws InterruptedException {
    List<StreamMessage<String, String>> left = drain.abandoned();
    while (!left.isEmpty() && turn.isHeld() && !isClosing()) {
      LOG.info("sale {}: took over {} entries", saleId, left.size());
      write(left, turn);
      left = drain.abandoned();
    }
  }

  /** Returns when it is written, or it is no longer this instance's turn. */
  private void write(List<StreamMessage<String, String>> batch, Turn turn)
      throws InterruptedException {
    long pause = LEAST_PAUSE_MILLIS;
    while (turn.isHeld()) {
      try {
        drain.write(batch, turn.token());
        refused = false;
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
    CompletableFuture<Lease> waiting = queueing;
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
