package io.holdfast.flashsale.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the stream that could not become an order.
 *
 * @param entryId its id in the stream
 * @param orderId the order it would have been, if it said so
 * @param error why not
 * @param payload all it said
 * @param at when it was put aside
 */
public record DeadLetter(
    String entryId, @Nullable String orderId, String error, String payload, Instant at) {}
