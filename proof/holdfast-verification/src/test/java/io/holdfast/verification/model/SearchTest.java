package io.holdfast.verification.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.model.LockModel.State;
import io.holdfast.verification.model.Step.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The search against a second one that tries every order there is. */
class SearchTest {

  private static final int HISTORIES = 3_000;
  private static final int STEPS = 6;

  @Test
  void search_onRandomHistories_agreesWithTryingEveryOrder() {
    long seed = Long.getLong("holdfast.seed", System.nanoTime());
    Random random = new Random(seed);
    int legal = 0;
    for (int round = 0; round < HISTORIES; round++) {
      List<Step> steps = history(random);
      for (LockModel model : LockModel.values()) {
        boolean expected = isLegal(model, model.initial(), steps, new ArrayList<>());
        boolean found = Search.of(model, steps).culprit().isEmpty();
        assertThat(found)
            .as("-Dholdfast.seed=%s, history %s, %s: %s", seed, round, model, steps)
            .isEqualTo(expected);
        legal += found ? 1 : 0;
      }
    }
    assertThat(legal).as("legal histories, seed %s", seed).isBetween(50, 3 * HISTORIES - 50);
  }

  /** Two or three owners; each acquires before it releases, so that the history is not absurd. */
  private static List<Step> history(Random random) {
    List<Step> steps = new ArrayList<>();
    for (int owner = 0; steps.size() < STEPS; owner++) {
      long at = random.nextInt(12);
      long answered = at + 1 + random.nextInt(6);
      long token = 1L + random.nextInt(4);
      String who = "owner" + owner;
      if (random.nextInt(5) == 0) {
        steps.add(new Step(Kind.REFUSED, who, 0, at, answered, "refused " + who));
        continue;
      }
      steps.add(new Step(Kind.ACQUIRE, who, token, at, answered, "acquire " + who));
      long ended = answered + 1 + random.nextInt(6);
      boolean isLost = random.nextInt(4) == 0;
      steps.add(
          isLost
              ? new Step(Kind.EXPIRE, who, 0, ended, Long.MAX_VALUE, "expire " + who)
              : new Step(
                  Kind.RELEASE, who, 0, ended, ended + 1 + random.nextInt(5), "release " + who));
    }
    return steps;
  }

  /** Every order in which no step comes after one that was over before it began. */
  private static boolean isLegal(LockModel model, State state, List<Step> steps, List<Step> done) {
    List<Step> left = steps.stream().filter(step -> !done.contains(step)).toList();
    if (left.stream().allMatch(Step::isOptional)) {
      return true;
    }
    for (Step step : left) {
      boolean mustWait = left.stream().anyMatch(other -> other.to() < step.from());
      Optional<State> next = mustWait ? Optional.empty() : model.next(state, step);
      if (next.isPresent()) {
        done.add(step);
        if (isLegal(model, next.get(), steps, done)) {
          return true;
        }
        done.remove(step);
      }
    }
    return false;
  }
}
