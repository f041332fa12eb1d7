package io.holdfast.flashsale.accept;

import java.time.Instant;

/**
 * An order that is accepted and not in the database yet.
 *
 * @param user whose
 * @param quantity how many units
 * @param acceptedAt by the clock of Redis
 */
public record Reservation(String user, int quantity, Instant acceptedAt) {

  static Reservation parse(String text) {
    String[] parts = text.split(" ", 3);
    return new Reservation(
        parts[2], Integer.parseInt(parts[0]), Instant.ofEpochMilli(Long.parseLong(parts[1])));
  }
}
