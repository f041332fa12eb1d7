package io.holdfast.internal;

import io.holdfast.LeaseLoss;
import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries events and completions to the user's side, off I/O and timer threads. Thread-safe. */
public final class Events {

  /** So many events wait for a listener that does not keep up; what comes then is dropped, and counted. */
  static final int MOST_WAITING = 10_000;

  private static final Logger log = LoggerFactory.getLogger(Events.class);

  private final @Nullable LockListener listener;
  private final Executor executor;
  private final Executor spare;
  private final OperatorLog operatorLog;
  private final Mailbox mailbox = new Mailbox();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();

  /**
   * @param spare runs what the executor refuses
   */
  Events(
      @Nullable LockListener listener, Executor executor, Executor spare, OperatorLog operatorLog) {
    this.listener = listener;
    this.executor = executor;
    this.spare = spare;
    this.operatorLog = operatorLog;
  }

  /**
   * Tells the operator and the listener of a lost lease.
   *
   * @param isRenewed whether it was to go on until its holder ends it
   */
  public void lost(LeaseLoss loss, boolean isRenewed) {
    operatorLog.lost(loss, isRenewed);
    publish(() -> new LockEvent.Lost(loss.lockName(), loss));
  }

  /** Tells the operator and the listener of a lease whose renewal is late. */
  public void atRisk(String lockName, long token, Duration remaining) {
    operatorLog.atRisk(lockName, token, remaining);
    publish(() -> new LockEvent.AtRisk(lockName, token, remaining));
  }

  /**
   * Tells the operator of a lease that looks like a mistake.
   *
   * @param trace where it was asked for; null if that is not known
   */
  public void suspicious(
      String lockName, long token, String what, String thread, @Nullable Throwable trace) {
    operatorLog.suspicious(lockName, token, what, thread, trace);
  }

  /** Tells the listener, if there is one; the event is made only then. */
  public void publish(Supplier<LockEvent> event) {
    LockListener told = listener;
    if (told == null) {
      return;
    }
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      if (dropped.getAndIncrement() == 0) {
        log.warn(
            "the listener does not keep up: {} events wait for it, and later ones are dropped until it does",
            MOST_WAITING);
      }
      return;
    }
    LockEvent made = event.get();
    mailbox.enqueue(() -> tell(told, made));
    run(mailbox::drain);
  }

  /**
   * Runs a completion on the user's executor; on the spare one if that refuses, in whatever way, or would run it here,
   * inside the engine. Once: an executor may throw and run it all the same.
   */
  public void run(Runnable completion) {
    Submission submission = new Submission(completion, executor != spare);
    try {
      executor.execute(submission);
    } catch (Throwable e) { // full, shut down, broken: a lease must reach its holder
      submission.cameBack = true;
    }
    submission.isSubmitting = false;
    if (submission.cameBack) {
      runSpare(submission);
    }
  }

  /** Runs what waits in vain for a thread of the user's executor. */
  public void runApart(Runnable completion) {
    runSpare(completion);
  }

  /** If there is no thread to be had at all, here: late is better than never. */
  private void runSpare(Runnable submission) {
    try {
      spare.execute(submission);
    } catch (Throwable e) {
      log.warn("no thread for a callback; it runs on one of the engine's", e);
      submission.run();
    }
  }

  private static final class Submission extends AtomicBoolean implements Runnable {

    private static final long serialVersionUID = 1L;

    private final transient Runnable completion;
    private final transient Thread submitter = Thread.currentThread();
    private boolean isSubmitting; // the submitter's, as is the next
    private boolean cameBack;

    Submission(Runnable completion, boolean isForAnotherThread) {
      this.completion = completion;
      this.isSubmitting = isForAnotherThread;
    }

    @Override
    public void run() {
      if (Thread.currentThread() == submitter && isSubmitting) {
        cameBack = true;
      } else if (compareAndSet(false, true)) {
        completion.run();
      }
    }
  }

  private void tell(LockListener listener, LockEvent event) {
    waiting.decrementAndGet();
    long missed = dropped.getAndSet(0);
    if (missed > 0) {
      log.warn("the listener goes on; {} events were dropped meanwhile", missed);
    }
    try {
      listener.on(event);
    } catch (Throwable e) {
      log.warn("lock '{}': the listener failed on {}", event.lockName(), event, e);
    }
  }
}
