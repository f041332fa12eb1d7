package io.holdfast.internal.waiting;

import io.holdfast.internal.Events;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.internal.renewal.Renewals;
import io.holdfast.internal.renewal.Watchdog;
import io.holdfast.internal.tenure.Farewells;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.time.Alarm;
import io.holdfast.internal.time.LeaseClock;
import io.holdfast.internal.time.Timers;
import io.holdfast.spi.Gateway;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The parts that all delegates of a client share.
 *
 * @param routes who listens on which channel
 * @param holders makes holder names, each used once
 * @param limits what the settings say, in the engine's units
 * @param closed set once, when the client closes
 */
public record Engine(
    Gateway gateway,
    Protocol protocol,
    LeaseClock clock,
    Timers timers,
    Events events,
    Renewals renewals,
    Watchdog watchdog,
    Farewells farewells,
    Routes routes,
    Supplier<String> holders,
    Limits limits,
    AtomicBoolean closed) {

  public Engine(
      Gateway gateway,
      Protocol protocol,
      LeaseClock clock,
      Timers timers,
      Events events,
      Renewals renewals,
      Watchdog watchdog,
      Farewells farewells,
      Supplier<String> holders,
      Limits limits) {
    this(
        gateway,
        protocol,
        clock,
        timers,
        events,
        renewals,
        watchdog,
        farewells,
        new Routes(gateway),
        holders,
        limits,
        new AtomicBoolean());
  }

  /**
   * The settings' figures.
   *
   * @param isCluster whether requests of one name may overtake each other, and messages get lost, as slots
   *     move: a waiter then tries again unasked after a while
   */
  public record Limits(
      long leaseMillis,
      long commandTimeoutNanos,
      long unavailableAfterNanos,
      int handOvers,
      long handOverNanos,
      long holdWarningNanos,
      boolean isCluster) {}

  /** How late something planned may be after the machine has slept; at the default lease time, a second. */
  long lookNanos() {
    return Math.max(2_000_000, Math.min(limits.leaseMillis() * 1_000_000 / 30, 1_000_000_000));
  }

  long now() {
    return clock.nanos();
  }

  /** Runs the task when an answer to what is sent now would have come. */
  Timers.Timer afterOneCommand(Runnable task) {
    return timers.after(limits.commandTimeoutNanos(), task);
  }

  /** Warns if that lease has been held for very long. */
  void remind(HeldLease lease) {
    long held = lease.heldNanos(now());
    if (limits.holdWarningNanos() > 0 && held >= limits.holdWarningNanos()) {
      lease.origin().heldFor(lease, held, events);
    }
  }

  Alarm alarm() {
    return new Alarm(timers, clock, lookNanos());
  }
}
