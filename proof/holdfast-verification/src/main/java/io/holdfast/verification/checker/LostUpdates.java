package io.holdfast.verification.checker;

import io.holdfast.verification.checker.Evidence.Tally;
import java.util.Map;

/** Every update that was accepted is there. */
final class LostUpdates {

  private LostUpdates() {}

  static Finding check(String store, Map<String, Tally> tallies) {
    long lost = tallies.values().stream().mapToLong(Tally::lost).sum();
    return new Finding(
        lost,
        tallies.entrySet().stream()
            .filter(entry -> entry.getValue().lost() != 0)
            .map(entry -> entry.getKey() + ": " + entry.getValue().lost() + " of "
                + entry.getValue().accepted() + " " + store + " updates are lost")
            .toList());
  }
}
