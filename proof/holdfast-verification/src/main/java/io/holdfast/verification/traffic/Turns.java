package io.holdfast.verification.traffic;

import io.holdfast.verification.history.End;
import io.holdfast.verification.history.Form;
import io.holdfast.verification.history.Journal;
import io.holdfast.verification.history.RecordedAnswer;
import io.holdfast.verification.subject.Grip;
import io.holdfast.verification.subject.Grip.Belief;
import java.util.Random;
import java.util.concurrent.Callable;

/** What a worker does with a lock it has: reads both numbers, lingers, writes them back, releases. */
final class Turns {

  private static final double LOOK_EVERY_MILLIS = 25;

  /** So much before a fixed lease's deadline its holder leaves, when it stays to the end. */
  private static final double LAST_MILLIS = 3;

  private static final long SAFE_TO_WRITE_NANOS = 150_000_000;

  private final int thread;
  private final Plan plan;
  private final Journal journal;
  private final Store store;
  private final Random random;

  Turns(int thread, Plan plan, Journal journal, Store store, Random random) {
    this.thread = thread;
    this.plan = plan;
    this.journal = journal;
    this.store = store;
    this.random = random;
  }

  void take(long id, String lock, Form form, Grip grip) {
    grip.whenLost(reason -> journal.told(id, reason));
    if (look(id, grip)) {
      update(id, lock, form, grip);
    }
    journal.releasing(id);
    journal.released(id, outcome(grip::release));
  }

  private void update(long id, String lock, Form form, Grip grip) {
    long token = grip.token();
    long plain = store.read(lock);
    long fenced = token == 0 ? Store.REFUSED : store.read(lock, token);
    if (form == Form.REENTRANT) {
      reenter(id, lock, grip);
    }
    boolean isHeld = stay(id, form, grip);
    if (isHeld) {
      writePlain(lock, plain + 1, grip);
    }
    if (fenced != Store.REFUSED) {
      store.write(lock, token, fenced + 1); // whether still held or not: the store knows better
    }
    if (isHeld) {
      look(id, grip);
    }
  }

  /** Without a fence, a careful holder writes only if it has time left; the store sees to it that it still had. */
  private void writePlain(String lock, long number, Grip grip) {
    Belief belief = grip.look();
    if (belief.isHeld() && belief.deadlineNanos() - belief.nanos() > SAFE_TO_WRITE_NANOS) {
      boolean unused = store.writeInTime(lock, number, belief.deadlineNanos());
    }
  }

  private boolean stay(long id, Form form, Grip grip) {
    double millis = random.nextDouble() * plan.habits().longestStayMillis();
    if (form == Form.FIXED) {
      if (random.nextInt(plan.habits().fullTurnEvery()) == 0) {
        millis = (grip.look().deadlineNanos() - System.nanoTime()) / 1e6 - LAST_MILLIS;
      }
    } else if (random.nextInt(plan.habits().longTurnEvery()) == 0) {
      millis = plan.lease().toMillis() * 1.3;
    }
    long end = System.nanoTime() + (long) (millis * 1e6);
    boolean isHeld = true;
    for (long left = end - System.nanoTime(); left > 0 && isHeld; left = end - System.nanoTime()) {
      Pace.millis(Math.min(LOOK_EVERY_MILLIS, left / 1e6));
      Thread.interrupted(); // a storm does not end a turn
      isHeld = look(id, grip);
    }
    return look(id, grip);
  }

  /**
   * Once more inside. A token other than the one outside means that the lock was lost and taken afresh: a
   * turn of its own.
   */
  private void reenter(long id, String lock, Grip grip) {
    long called = System.nanoTime();
    journal.entering(id);
    long inner;
    try {
      inner = grip.reenter();
    } catch (Exception e) { // nobody knows: as if it had not been tried
      return;
    }
    if (inner == grip.token()) {
      journal.entered(id, inner);
      Pace.millis(random.nextDouble());
      journal.leaving(id);
      journal.left(id, outcome(grip::leave));
    } else {
      journal.lost(id, false);
      long other = journal.calledAt(thread, lock, Form.LOCK, called);
      journal.answered(other, inner == 0 ? RecordedAnswer.UNKNOWN : RecordedAnswer.GRANTED, inner);
      if (inner != 0) {
        journal.releasing(other);
      }
      End end = outcome(grip::leave);
      if (inner != 0) {
        journal.released(other, end);
      }
    }
  }

  private boolean look(long id, Grip grip) {
    Belief belief = grip.look();
    if (belief.isHeld()) {
      journal.held(id, belief.nanos(), belief.deadlineNanos());
    } else {
      journal.lost(id, belief.isByDeadline());
    }
    return belief.isHeld();
  }

  private static End outcome(Callable<End> release) {
    try {
      return release.call();
    } catch (Exception e) { // no answer
      return End.UNKNOWN;
    }
  }
}
