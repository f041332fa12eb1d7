package io.holdfast.flashsale.accept;

/**
 * Where a sale stands in Redis, all read at one moment.
 *
 * @param available units for sale
 * @param reserved units accepted and not yet in the database
 * @param pending entries of the stream
 * @param generation changes whenever units come (back)
 * @param epoch under which all this counts
 */
public record Standing(int available, int reserved, long pending, long generation, long epoch) {}
