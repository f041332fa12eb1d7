package io.holdfast.flashsale.settings;

import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.ladder.Rungs;
import io.holdfast.flashsale.ladder.Surroundings;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** The rungs of this instance, each made when it is first needed. Thread-safe. */
public final class InstanceRungs implements IntFunction<Rung>, AutoCloseable {

  private final Surroundings surroundings;
  private final ConcurrentHashMap<Integer, Rung> rungs = new ConcurrentHashMap<>();

  InstanceRungs(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Rung apply(int number) {
    Rung known = rungs.get(number);
    return known == null
        ? rungs.computeIfAbsent(number, missing -> Rungs.create(missing, surroundings))
        : known;
  }

  @Override
  public void close() {
    rungs.values().forEach(Rung::close);
  }
}
