package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.testkit.memory.InMemoryServer;
import org.junit.jupiter.api.Test;

/** Without a server: in milliseconds. */
class BookingsTest {

  private final InMemoryServer server = new InMemoryServer();

  @Test
  void book_whileSomebodyElseDoes_isEmpty() throws Exception {
    try (Holdfast ours = server.connect();
        Holdfast theirs = server.connect()) {
      Bookings bookings = new Bookings(ours);
      try (Lease lease = theirs.lock("seat:7").acquire()) {
        assertThat(lease.isHeld()).isTrue();
        assertThat(bookings.book(7, () -> "booked")).isEmpty();
      }
      assertThat(bookings.book(7, () -> "booked")).contains("booked");
    }
  }

  @Test
  void book_lockTakenAway_fails() {
    try (Holdfast ours = server.connect()) {
      Bookings bookings = new Bookings(ours);
      assertThatThrownBy(() -> bookings.book(7, () -> ours.lock("seat:7").forceRelease()))
          .isInstanceOf(LeaseLostException.class);
    }
  }
}
