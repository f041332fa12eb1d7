package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.Arguments;

/**
 * What a load run is to do.
 *
 * @param buyers how many come
 * @param stock how many units there are
 * @param rung how they are sold
 * @param rate buyers a second; 0 as fast as the connections allow
 * @param connections connections to each instance
 * @param killWriter how often the instance that writes the orders is killed
 * @param stopPostgresSeconds how long PostgreSQL is away, in the middle of it
 * @param soldOutSeconds how long it is asked for more after all is sold
 * @param settleSeconds how long everything accepted may take to be in the database
 * @param pages how many people only look
 * @param slowSenders how many clients never come to the end of their request
 */
public record LoadOptions(
    int buyers,
    int stock,
    int rung,
    int rate,
    int connections,
    int killWriter,
    int stopPostgresSeconds,
    int soldOutSeconds,
    int settleSeconds,
    int pages,
    int slowSenders) {

  /** Reads its options. */
  public static LoadOptions of(Arguments arguments) {
    return new LoadOptions(
        arguments.number("--buyers", 1, 5_000_000, 20_000),
        arguments.number("--stock", 1, 1_000_000, 1_000),
        arguments.number("--rung", 1, 12, 11),
        arguments.number("--rate", 0, 1_000_000, 2_000),
        arguments.number("--connections", 1, 10_000, 64),
        arguments.number("--kill-writer", 0, 20, 0),
        arguments.number("--stop-postgres", 0, 120, 0),
        arguments.number("--sold-out", 0, 600, 3),
        arguments.number("--settle", 1, 600, 60),
        arguments.number("--pages", 0, 5_000, 0),
        arguments.number("--slow-senders", 0, 5_000, 0));
  }

  /** Whether anybody is there who might be in the buyers' way. */
  boolean hasDisturbers() {
    return pages + slowSenders > 0;
  }

  /** Whether this rung promises that nothing goes wrong, whatever is done to it. */
  boolean promisesExact() {
    return rung == 9 || rung == 11 || rung == 12;
  }
}
