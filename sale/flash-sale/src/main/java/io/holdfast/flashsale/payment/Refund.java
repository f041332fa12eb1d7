package io.holdfast.flashsale.payment;

import java.util.UUID;

/**
 * What was taken by an attempt, to be given back.
 *
 * @param id its id: whatever is asked under the same one happens once
 * @param charge the attempt that took the money
 */
public record Refund(UUID id, Charge charge) {

  /** The one refund that an attempt can have: its id is the attempt's, however often it is asked for. */
  static Refund of(Charge charge) {
    return new Refund(charge.attempt(), charge);
  }
}
