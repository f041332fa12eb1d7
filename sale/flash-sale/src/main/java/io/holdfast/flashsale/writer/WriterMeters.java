package io.holdfast.flashsale.writer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Counts what the writers of this process have finished; the Lab's included. */
final class WriterMeters {

  private static final Counter PERSISTED = Counter.builder("flashsale.persisted")
      .description("Orders written to the database and acknowledged")
      .register(Metrics.globalRegistry);
  private static final DistributionSummary BATCH = DistributionSummary.builder(
          "flashsale.writer.batch")
      .description("Orders in one transaction")
      .register(Metrics.globalRegistry);
  private static final Timer LAG = Timer.builder("flashsale.writer.lag")
      .description("From acceptance to acknowledgement, for the oldest order of each batch")
      .register(Metrics.globalRegistry);

  private WriterMeters() {}

  /** A batch is done. */
  static void wrote(int orders, long oldestMillis) {
    PERSISTED.increment(orders);
    BATCH.record(orders);
    LAG.record(Duration.ofMillis(Math.max(0, System.currentTimeMillis() - oldestMillis)));
  }
}
