package io.holdfast.flashsale.settings;

import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.ladder.Rungs;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.sale.Sale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** The rungs of this instance, each made when it is first needed. Thread-safe. */
public final class InstanceRungs implements IntFunction<Rung>, AutoCloseable {

  private final Surroundings surroundings;
  private final UnaryOperator<Rung> production;
  private final ConcurrentHashMap<Integer, Rung> rungs = new ConcurrentHashMap<>();

  /**
   * None so far.
   *
   * @param production what becomes of the rung of the production path
   */
  InstanceRungs(Surroundings surroundings, UnaryOperator<Rung> production) {
    this.surroundings = surroundings;
    this.production = production;
  }

  @Override
  public Rung apply(int number) {
    Rung known = rungs.get(number);
    return known == null ? rungs.computeIfAbsent(number, this::create) : known;
  }

  private Rung create(int number) {
    Rung rung = Rungs.create(number, surroundings);
    return number == Sale.PRODUCTION ? production.apply(rung) : rung;
  }

  @Override
  public void close() {
    rungs.values().forEach(Rung::close);
  }
}
