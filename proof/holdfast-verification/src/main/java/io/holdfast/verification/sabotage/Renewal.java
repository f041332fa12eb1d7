package io.holdfast.verification.sabotage;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Renews what is held, every third of the lease, on a thread of its own. */
final class Renewal implements AutoCloseable {

  private final SabotagedSubject subject;
  private final Duration lease;
  private final Set<SabotagedGrip> grips = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "sabotaged-renewal");

  Renewal(SabotagedSubject subject, Duration lease) {
    this.subject = subject;
    this.lease = lease;
    thread.setDaemon(true);
    thread.start();
  }

  void add(SabotagedGrip grip) {
    if (grip.isRenewed()) {
      grips.add(grip);
    }
  }

  private void run() {
    try {
      while (!closed.await(lease.toMillis() / 3, TimeUnit.MILLISECONDS)) {
        if (!subject.has(Flaw.RENEWAL_OUTLIVES_HOLDER)) {
          grips.removeIf(SabotagedGrip::isOver);
        }
        grips.forEach(this::renew);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew(SabotagedGrip grip) {
    long sent = System.nanoTime();
    try {
      if (subject.has(Flaw.NO_RENEWAL) || answered(grip) == 1 || !grip.refused()) {
        grip.renewedUntil(sent + lease.toNanos() - SabotagedSubject.marginNanos(lease));
      } else if (!subject.has(Flaw.RENEWAL_REACQUIRES)) {
        grip.tell();
      }
    } catch (UncheckedIOException noAnswer) { // the deadline stays, and the next round asks again
    }
  }

  private long answered(SabotagedGrip grip) {
    String script = subject.has(Flaw.RENEWAL_REACQUIRES) ? Scripts.RENEW_OR_ACQUIRE : Scripts.RENEW;
    return subject.wire().run(script, grip.lock(), grip.holder(), Long.toString(lease.toMillis()));
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
