package io.holdfast.flashsale.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A sale as admins see it.
 *
 * @param sale what buyers see
 * @param epoch raised with every repair
 * @param sold units of live orders
 * @param reserved units accepted and not in the database yet
 * @param pending entries of the stream
 * @param deadLetters entries that could not become orders
 */
record AdminSaleView(
    @JsonUnwrapped SaleView sale,
    long epoch,
    int sold,
    int reserved,
    long pending,
    int deadLetters) {}
