package io.holdfast.flashsale.sale;

import java.time.Instant;

/**
 * A sale to be made; the columns' checks apply.
 *
 * @param name what is sold
 * @param rung how it is sold, 1 to 12
 * @param priceCents the price of one unit
 * @param perUser how many units one user may have
 * @param total how many units there are
 * @param opensAt when it begins
 * @param endsAt when it is over
 * @param lab whether it belongs to a run of the Lab
 */
public record NewSale(
    String name,
    int rung,
    long priceCents,
    int perUser,
    int total,
    Instant opensAt,
    Instant endsAt,
    boolean lab) {}
