package io.holdfast.flashsale.check;

import io.holdfast.flashsale.buying.OrderId;
import java.util.Set;

/**
 * What the buyers of a run were told.
 *
 * @param accepted orders they were promised
 * @param unknown orders they got no answer about: these may exist or not
 */
public record Told(Set<OrderId> accepted, Set<OrderId> unknown) {}
