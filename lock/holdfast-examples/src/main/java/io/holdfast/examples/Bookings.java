package io.holdfast.examples;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A service that takes locks, to be tested: it has its {@code Holdfast} from outside. */
public final class Bookings {

  private final Holdfast holdfast;

  public Bookings(Holdfast holdfast) {
    this.holdfast = holdfast;
  }

  /** Books a seat while nobody else does; empty if somebody is at it. */
  public <T> Optional<T> book(int seat, Callable<T> booking) throws Exception {
    Optional<Lease> lease = holdfast.lock("seat:" + seat).tryAcquire();
    if (lease.isEmpty()) {
      return Optional.empty();
    }
    try (Lease held = lease.get()) {
      T booked = booking.call();
      held.ensureHeld();
      return Optional.of(booked);
    }
  }
}
