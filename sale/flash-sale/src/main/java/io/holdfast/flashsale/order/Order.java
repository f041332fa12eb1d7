package io.holdfast.flashsale.order;

import io.holdfast.flashsale.buying.OrderId;
import java.time.Instant;

/**
 * An order.
 *
 * @param id its id
 * @param saleId where it was bought
 * @param saleName what was bought
 * @param user by whom
 * @param quantity how many units
 * @param priceCents the price of one unit
 * @param status how far it has come
 * @param acceptedAt when it was promised
 * @param payBy when it expires unless it is paid
 */
public record Order(
    OrderId id,
    long saleId,
    String saleName,
    String user,
    int quantity,
    long priceCents,
    OrderStatus status,
    Instant acceptedAt,
    Instant payBy) {}
