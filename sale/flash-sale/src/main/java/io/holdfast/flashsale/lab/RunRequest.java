package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.InstanceFault;
import java.util.List;

/**
 * What to run: each of these rungs, one after the other.
 *
 * @param rungs their numbers, each once
 * @param buyers how many ask, 1 to 20,000, each for one unit
 * @param stock how many units there are, 1 to 10,000
 * @param instances how many instances serve them, 1 to 4
 * @param fault what is done to the instances
 */
public record RunRequest(
    List<Integer> rungs, int buyers, int stock, int instances, InstanceFault fault) {

  public static final int MOST_BUYERS = 20_000;
  public static final int MOST_STOCK = 10_000;
  public static final int MOST_INSTANCES = 4;

  /**
   * Checks itself.
   *
   * @throws IllegalArgumentException naming the value and the rule
   */
  public RunRequest {
    rungs = List.copyOf(rungs);
    if (rungs.isEmpty() || rungs.stream().distinct().count() != rungs.size()) {
      throw new IllegalArgumentException("rungs " + rungs + ": expected at least one, each once");
    }
    rungs.forEach(number -> within("rung", number, 12));
    within("buyers", buyers, MOST_BUYERS);
    within("stock", stock, MOST_STOCK);
    within("instances", instances, MOST_INSTANCES);
  }

  /** Whether a rung's own fault shows its flaw for certain: somebody to meet, and clearly more buyers than units. */
  public boolean isTelling() {
    return instances >= 2 && buyers >= stock + 10;
  }

  private static void within(String what, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(what + " " + value + ": expected 1 to " + most);
    }
  }
}
