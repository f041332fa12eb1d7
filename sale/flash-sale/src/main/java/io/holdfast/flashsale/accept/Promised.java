package io.holdfast.flashsale.accept;

import java.util.List;

/**
 * What Redis has promised, all read at one moment.
 *
 * @param standing in figures
 * @param orders ids of the orders that are reserved
 */
public record Promised(Standing standing, List<String> orders) {}
