package io.holdfast.flashsale.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its buyer sees it.
 *
 * @param id its id
 * @param sale where it was bought
 * @param saleName what was bought
 * @param priceCents the price of one unit
 * @param quantity how many units
 * @param status how far it has come
 * @param acceptedAt when it was promised
 * @param payBy when it expires unless it is paid
 * @param left what is left for others; only in the answer to a purchase
 */
record OrderView(
    String id,
    String sale,
    String saleName,
    long priceCents,
    int quantity,
    OrderStatus status,
    Instant acceptedAt,
    Instant payBy,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer left) {

  static OrderView of(Order order) {
    return new OrderView(
        order.id().toString(),
        Long.toString(order.saleId()),
        order.saleName(),
        order.priceCents(),
        order.quantity(),
        order.status(),
        order.acceptedAt(),
        order.payBy(),
        null);
  }
}
