package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LeaseLostException;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.junit.WithHoldfast;
import org.junit.jupiter.api.Test;

/** On a real server. */
@WithHoldfast
class BookingsIT {

  @Test
  void book_serverLosesItsData_fails(Holdfast holdfast, RedisServer server) {
    Bookings bookings = new Bookings(holdfast);
    assertThatThrownBy(() -> bookings.book(7, () -> server.command("FLUSHALL")))
        .isInstanceOf(LeaseLostException.class);
  }

  @Test
  void book_done_leavesNothing(Holdfast holdfast, RedisServer server) throws Exception {
    assertThat(new Bookings(holdfast).book(7, () -> server.keys()))
        .hasValueSatisfying(keys -> assertThat(keys).containsExactly("seat:7"));
    assertThat(server.keys()).isEmpty();
  }
}
