package io.holdfast.flashsale.accept;

import java.time.Instant;

/**
 * An order that is accepted and not in the database yet.
 *
 * @param user whose
 * @param key the user's name for it
 * @param quantity how many units
 * @param acceptedAt by the clock of Redis
 */
public record Reservation(String user, String key, int quantity, Instant acceptedAt) {

  static Reservation parse(String text) {
    String[] parts = text.split(" ", 3);
    String[] wish = parts[2].split("\n", 2);
    return new Reservation(
        wish[0],
        wish.length == 2 ? wish[1] : "",
        Integer.parseInt(parts[0]),
        Instant.ofEpochMilli(Long.parseLong(parts[1])));
  }
}
