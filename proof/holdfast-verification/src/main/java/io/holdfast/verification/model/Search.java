package io.holdfast.verification.model;

import io.holdfast.verification.model.LockModel.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for an order of steps that the model allows, in which every step happens between its two times:
 * whether a history is linearizable. Not thread-safe.
 */
/*
 * The history is walked by time. A world is a state of the lock and the steps that have happened in it
 * although their time is not over. When a step's time is over, it must have happened: the worlds in which
 * it has not are led on, by every order of the steps that are open now, until it has. If no world is left,
 * there was no legal order.
 *
 *     open:    a |-------------|          at the end of b: {b}, {a,b}, {b,a}
 *              b     |----|               each a world, if the model allows it
 *
 * Steps that may never have happened stay open for ever and force nothing. The worlds stay few because a
 * lock is held by one owner: most steps are illegal in most states.
 */
public final class Search {

  /** Beyond this many worlds at once the search gives up: undecided is an answer of its own. */
  private static final int MOST_WORLDS = 50_000;

  private final LockModel model;
  private final List<Step> open = new ArrayList<>();
  private Set<World> worlds = new HashSet<>();

  private Search(LockModel model) {
    this.model = model;
    worlds.add(new World(model.initial(), Set.of()));
  }

  /**
   * The outcome of the search.
   *
   * @param isDecided whether there were few enough worlds to look at
   * @param culprit the first step for which no legal order is left; empty if there is one
   */
  public record Outcome(boolean isDecided, Optional<Step> culprit) {}

  /** Searches the steps of one lock, in whatever order they are given. */
  public static Outcome of(LockModel model, List<Step> steps) {
    return new Search(model).run(steps);
  }

  private Outcome run(List<Step> steps) {
    List<Moment> moments = new ArrayList<>();
    for (Step step : steps) {
      moments.add(new Moment(step.from(), true, step));
      if (!step.isOptional()) {
        moments.add(new Moment(step.to(), false, step));
      }
    }
    moments.sort(
        Comparator.comparingLong(Moment::nanos).thenComparing(moment -> !moment.isBegin()));
    for (Moment moment : moments) {
      if (moment.isBegin()) {
        open.add(moment.step());
      } else if (!end(moment.step())) {
        boolean isDecided = worlds.size() <= MOST_WORLDS;
        return new Outcome(isDecided, isDecided ? Optional.of(moment.step()) : Optional.empty());
      }
    }
    return new Outcome(true, Optional.empty());
  }

  /** Leads every world to where the step has happened; false if there is none, or there are too many. */
  private boolean end(Step step) {
    Set<World> next = new HashSet<>();
    Set<World> seen = new HashSet<>(worlds);
    Deque<World> toLead = new ArrayDeque<>(worlds);
    while (!toLead.isEmpty()) {
      World world = toLead.pop();
      if (world.done().contains(step)) {
        next.add(world.without(step));
        continue;
      }
      for (Step candidate : open) {
        if (!world.done().contains(candidate)) {
          model
              .next(world.state(), candidate)
              .map(state -> world.with(state, candidate))
              .filter(seen::add)
              .ifPresent(toLead::push);
        }
      }
      if (seen.size() > MOST_WORLDS) {
        worlds = seen;
        return false;
      }
    }
    open.remove(step);
    worlds = next;
    forgetOthersLeftBehind();
    return !worlds.isEmpty();
  }

  /** An optional step of an owner that can never have the lock again is over. */
  private void forgetOthersLeftBehind() {
    Set<String> alive = new HashSet<>();
    worlds.forEach(world -> alive.add(world.state().owner()));
    open.stream().filter(step -> !step.isOptional()).forEach(step -> alive.add(step.owner()));
    List<Step> over = open.stream()
        .filter(step -> step.isOptional() && !alive.contains(step.owner()))
        .toList();
    if (!over.isEmpty()) {
      open.removeAll(over);
      Set<World> lighter = new HashSet<>();
      worlds.forEach(world -> lighter.add(world.without(over)));
      worlds = lighter;
    }
  }

  private record Moment(long nanos, boolean isBegin, Step step) {}

  private record World(State state, Set<Step> done) {

    World with(State next, Step step) {
      Set<Step> more = new HashSet<>(done);
      more.add(step);
      return new World(next, Set.copyOf(more));
    }

    World without(Step step) {
      return without(List.of(step));
    }

    World without(List<Step> steps) {
      Set<Step> fewer = new HashSet<>(done);
      steps.forEach(fewer::remove);
      return new World(state, Set.copyOf(fewer));
    }
  }
}
