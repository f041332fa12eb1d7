package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.ladder.InstanceFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rung of a run at one moment.
 *
 * @param number which rung
 * @param state how far it is
 * @param fault what is done to its instances; never {@link InstanceFault#OWN}
 * @param buyers how many there are
 * @param asked how many have asked
 * @param answered how many were told something
 * @param accepted how many were promised a unit
 * @param orders orders in the database
 * @param stockLeft units the rung believes it has
 * @param perSecond promises per second, over the whole run of the rung
 * @param p50Millis half of the buyers waited no longer, counted from when they came
 * @param p99Millis 99 of 100 waited no longer
 * @param verdict the word, once there is one
 * @param asExpected whether it is the word that this rung is known for; only under its own fault, with
 *     two instances or more and clearly more buyers than units
 * @param oversold units sold that did not exist
 * @param lost promised orders that do not exist
 * @param timeline what could be seen over time
 */
public record RungRun(
    int number,
    State state,
    InstanceFault fault,
    int buyers,
    int asked,
    int answered,
    int accepted,
    int orders,
    int stockLeft,
    double perSecond,
    double p50Millis,
    double p99Millis,
    @Nullable String verdict,
    @Nullable Boolean asExpected,
    int oversold,
    int lost,
    List<Moment> timeline) {

  public RungRun {
    timeline = List.copyOf(timeline);
  }

  /** How far a rung is. */
  public enum State {
    WAITING,
    RUNNING,
    DONE
  }

  /**
   * One point of the timeline.
   *
   * @param at milliseconds since the first buyer came
   * @param stock units the rung believes it has
   * @param orders orders in the database
   * @param perSecond promises per second since the point before
   * @param p50Millis of the answers since the point before
   * @param p99Millis of the answers since the point before
   */
  public record Moment(
      long at, int stock, int orders, double perSecond, double p50Millis, double p99Millis) {}
}
