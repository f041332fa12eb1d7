package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;
import java.util.UUID;

/**
 * One attempt to be paid for an order. An order that was declined may have another one, under another id.
 *
 * @param attempt its id: whatever is asked under the same one happens once
 * @param order for which order
 * @param amountCents how much
 */
public record Charge(UUID attempt, OrderId order, long amountCents) {}
