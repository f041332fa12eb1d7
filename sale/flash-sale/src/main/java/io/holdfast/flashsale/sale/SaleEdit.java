package io.holdfast.flashsale.sale;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be different about a sale; null stays as it is.
 *
 * @param name what is sold
 * @param priceCents the price of one unit
 * @param perUser how many units one user may have
 * @param opensAt when it begins
 * @param endsAt when it is over
 */
public record SaleEdit(
    @Nullable String name,
    @Nullable Long priceCents,
    @Nullable Integer perUser,
    @Nullable Instant opensAt,
    @Nullable Instant endsAt) {}
