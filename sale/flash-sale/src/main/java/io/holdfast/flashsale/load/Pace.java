package io.holdfast.flashsale.load;

/**
 * How fast to ask, and how often.
 *
 * @param perSecond requests due per second; they are due whether or not answers come
 * @param requests how many in all
 * @param mostInFlight unanswered ones at once. A request that has to wait for its turn is sent late, and the
 *     delay counts as its latency
 */
public record Pace(double perSecond, long requests, int mostInFlight) {

  public Pace {
    if (!(perSecond > 0) || requests < 1 || mostInFlight < 1) {
      throw new IllegalArgumentException("pace " + perSecond + "/s, " + requests + " requests, "
          + mostInFlight + " in flight: expected more than 0, at least 1, at least 1");
    }
  }
}
