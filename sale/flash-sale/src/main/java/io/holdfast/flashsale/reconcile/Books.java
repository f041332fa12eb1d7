package io.holdfast.flashsale.reconcile;

/**
 * Where the units of a sale are.
 *
 * @param total how many there are
 * @param available for sale, in Redis
 * @param reserved accepted and not in the database yet, in Redis
 * @param live in orders that are neither expired nor cancelled, in the database
 * @param difference what is promised beyond the total; negative: units that nobody can buy
 * @param repaired whether this look put things right
 * @param detail in words
 */
public record Books(
    int total,
    int available,
    int reserved,
    int live,
    int difference,
    boolean repaired,
    String detail) {}
