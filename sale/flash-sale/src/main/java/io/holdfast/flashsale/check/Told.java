package io.holdfast.flashsale.check;

import io.holdfast.flashsale.buying.OrderId;
import java.util.HashSet;
import java.util.Set;

/**
 * What the buyers of a run were told.
 *
 * @param accepted orders they were promised
 * @param unknown orders they got no answer about: these may exist or not
 * @param turnedAway buyers who would have bought and were refused for another reason than the stock, such as
 *     a lock that nobody lets go, or who still wait
 */
public record Told(Set<OrderId> accepted, Set<OrderId> unknown, int turnedAway) {

  /** Everybody was served. */
  public Told(Set<OrderId> accepted, Set<OrderId> unknown) {
    this(accepted, unknown, 0);
  }

  /** The same with the orders of others, who came when all was sold: nobody was turned away from anything. */
  public Told and(Told late) {
    Set<OrderId> allAccepted = new HashSet<>(accepted);
    allAccepted.addAll(late.accepted);
    Set<OrderId> allUnknown = new HashSet<>(unknown);
    allUnknown.addAll(late.unknown);
    return new Told(Set.copyOf(allAccepted), Set.copyOf(allUnknown), turnedAway);
  }
}
