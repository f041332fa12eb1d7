package io.holdfast.verification.sabotage;

import io.holdfast.verification.history.Form;
import io.holdfast.verification.subject.Grip;
import io.holdfast.verification.subject.Subject;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A small lock on one Redis that does everything right, except for its flaw. Waiters ask again every few
 * milliseconds; one thread renews. Thread-safe.
 */
public final class SabotagedSubject implements Subject {

  private static final long POLL_MILLIS = 8;
  private static final int UNASKED_EVERY = 10;

  private final Flaw flaw;
  private final int port;
  private final Duration lease;
  private final String client = "sabotaged-" + ProcessHandle.current().pid();
  private final AtomicLong numbers = new AtomicLong();
  private final Semaphore localReleases = new Semaphore(0);
  private final Queue<ScriptWire> wires = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<ScriptWire> wire = ThreadLocal.withInitial(this::newWire);
  private final Renewal renewal;
  private final @Nullable Ear ear;

  /** Connects, to one server. */
  public SabotagedSubject(Flaw flaw, String uri, Duration lease) {
    this.flaw = flaw;
    this.port = URI.create(uri).getPort();
    this.lease = lease;
    this.renewal = new Renewal(this, lease);
    this.ear = flaw == Flaw.SLEEPS_THROUGH_RECONNECT ? new Ear(port) : null;
  }

  private ScriptWire newWire() {
    ScriptWire opened = new ScriptWire(port, lease.dividedBy(4));
    wires.add(opened);
    return opened;
  }

  ScriptWire wire() {
    return wire.get();
  }

  boolean has(Flaw other) {
    return flaw == other;
  }

  /** Ten milliseconds or a hundredth of the lease, whichever is more. */
  static long marginNanos(Duration lease) {
    return Math.max(TimeUnit.MILLISECONDS.toNanos(10), lease.toNanos() / 100);
  }

  @Override
  public Set<Form> forms() {
    return switch (flaw) { // where a flaw shows in some forms only, those are used more often
      case UNKNOWN_AS_REFUSED, RELEASE_NEVER_SENT -> EnumSet.of(Form.TRY, Form.TIMED);
      case DEADLINE_FROM_REPLY -> EnumSet.of(Form.FIXED);
      case SLEEPS_THROUGH_RECONNECT -> EnumSet.of(Form.LOCK);
      case LOSS_NEVER_TOLD, TOLD_A_LEASE_LATE, LOST_AS_RELEASED ->
        EnumSet.of(Form.LOCK, Form.TRY, Form.TIMED);
      default -> EnumSet.of(Form.LOCK, Form.TRY, Form.TIMED, Form.FIXED, Form.REENTRANT);
    };
  }

  @Override
  public Optional<Grip> acquire(Request request) throws InterruptedException {
    String holder = newHolder();
    boolean isFixed = request.form() == Form.FIXED;
    Duration time = isFixed ? request.fixed() : lease;
    long giveUp = switch (request.form()) {
      case TRY -> 0;
      case TIMED -> request.longest().toNanos();
      default -> Long.MAX_VALUE / 2;
    };
    long start = System.nanoTime();
    while (true) {
      long heard = ear == null ? 0 : ear.heard();
      long sent = System.nanoTime();
      long reply = ask(request.lock(), holder, time);
      if (reply >= 0) {
        long counted = has(Flaw.DEADLINE_FROM_REPLY) ? System.nanoTime() : sent;
        SabotagedGrip grip = new SabotagedGrip(
            this,
            request.lock(),
            holder,
            has(Flaw.TOKEN_REUSED) ? 1 : reply,
            !isFixed,
            counted + time.toNanos() - marginNanos(time));
        renewal.add(grip);
        return Optional.of(grip);
      }
      long left = giveUp - (System.nanoTime() - start);
      if (left <= 0) {
        return Optional.empty();
      }
      if (ear == null) {
        awaitTurn();
      } else {
        ear.await(heard, Math.min(-reply, TimeUnit.NANOSECONDS.toMillis(left) + 1));
      }
      if (has(Flaw.UNKNOWN_AS_REFUSED)) {
        holder = newHolder(); // who was refused begins anew
      }
    }
  }

  private String newHolder() {
    return client + ":" + numbers.incrementAndGet();
  }

  /** The token, or minus the milliseconds for which somebody else has it. */
  private long ask(String lock, String holder, Duration time) {
    long number = numbers.get();
    if (has(Flaw.GRANT_WITHOUT_ASKING) && number % UNASKED_EVERY == 0) {
      return number;
    }
    String millis = Long.toString(has(Flaw.NO_EXPIRY) ? 0 : time.toMillis());
    try {
      return wire().run(Scripts.ACQUIRE, lock, holder, millis);
    } catch (UncheckedIOException e) {
      if (has(Flaw.UNKNOWN_AS_REFUSED)) {
        return -1;
      }
      throw e;
    }
  }

  private void awaitTurn() throws InterruptedException {
    if (has(Flaw.LOST_WAKE_UP)) {
      localReleases.drainPermits();
      localReleases.acquire();
    } else {
      boolean woken = localReleases.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (woken) {
        localReleases.drainPermits();
      }
    }
  }

  /** Whether the server said that it was ours. */
  boolean release(SabotagedGrip grip) {
    localReleases.release();
    if (has(Flaw.RELEASE_NEVER_SENT) || has(Flaw.RENEWAL_OUTLIVES_HOLDER)) {
      return true;
    }
    return (has(Flaw.RELEASE_WITHOUT_COMPARE)
            ? wire().run(Scripts.DELETE, grip.lock())
            : wire().run(Scripts.RELEASE, grip.lock(), grip.holder()))
        == 1;
  }

  @Override
  public void close() {
    if (!has(Flaw.THREAD_LEFT)) {
      renewal.close();
    }
    if (ear != null) {
      ear.close();
    }
    if (!has(Flaw.CONNECTION_LEFT)) {
      wires.forEach(ScriptWire::close);
    }
  }
}
