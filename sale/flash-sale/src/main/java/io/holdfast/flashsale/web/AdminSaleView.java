package io.holdfast.flashsale.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.holdfast.flashsale.sale.SaleStatus;

/**
 * A sale as admins see it.
 *
 * @param sale what buyers see
 * @param rungName how it is sold, in words
 * @param status what the seller has decided
 * @param settled whether it is closed and all of it written
 * @param archived whether it is out of sight
 * @param epoch raised with every repair
 * @param sold units of live orders
 * @param reserved units accepted and not in the database yet
 * @param pending entries of the stream
 * @param deadLetters entries that could not become orders
 * @param findings what the reconciliation found
 * @param refunds orders whose money goes back
 */
record AdminSaleView(
    @JsonUnwrapped SaleView sale,
    String rungName,
    SaleStatus status,
    boolean settled,
    boolean archived,
    long epoch,
    int sold,
    int reserved,
    long pending,
    int deadLetters,
    int findings,
    int refunds) {}
