package io.holdfast.verification.fair;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Looks at every state that can be reached, or at some of them. */
final class FairSearch {

  private FairSearch() {}

  /**
   * What came of it.
   *
   * @param problem empty if there is none
   * @param isComplete whether every state was seen
   */
  record Result(String problem, int states, boolean isComplete) {}

  static Result all(World start, int most) {
    Set<Long> seen = new HashSet<>();
    Deque<World> open = new ArrayDeque<>();
    open.push(start);
    while (!open.isEmpty() && seen.size() < most) {
      World world = open.pop();
      List<World> next = world.next();
      String problem = next.isEmpty() ? world.drained() : "";
      for (World following : next) {
        if (!following.problem().isEmpty()) {
          problem = following.problem();
        } else if (seen.add(hash(following.name()))) {
          open.push(following);
        }
      }
      if (!problem.isEmpty()) {
        return new Result(problem, seen.size(), false);
      }
    }
    return new Result("", seen.size(), open.isEmpty());
  }

  /** Walks at random, and drains what it comes to at the end. */
  static Result some(Rules rules, Scope scope, int walks, int steps) {
    SplittableRandom random = new SplittableRandom(1);
    int states = 0;
    for (int walk = 0; walk < walks; walk++) {
      World world = new World(rules, scope);
      StringBuilder way = new StringBuilder();
      for (int step = 0; step < steps; step++) {
        List<World> next = world.next();
        if (next.isEmpty()) {
          break;
        }
        world = next.get(random.nextInt(next.size()));
        way.append(world.last).append(", ");
        states++;
        if (!world.problem().isEmpty()) {
          return new Result(world.problem() + " after " + way, states, false);
        }
      }
      String drained = world.drained();
      if (!drained.isEmpty()) {
        return new Result(drained + " after " + way, states, false);
      }
    }
    return new Result("", states, false);
  }

  private static long hash(String text) {
    long hash = 1125899906842597L;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
      hash ^= hash >>> 29;
    }
    return hash;
  }
}
