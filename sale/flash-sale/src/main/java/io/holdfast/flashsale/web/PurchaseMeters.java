package io.holdfast.flashsale.web;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Counts what buyers are told. Thread-safe. */
final class PurchaseMeters {

  private static final String NAME = "flashsale.purchases";

  private final Map<ProblemType, Counter> problems = new EnumMap<>(ProblemType.class);
  private final Counter accepted;
  private final Counter replayed;
  private final Counter soldOutFromMemory;
  private final Timer accepting;

  PurchaseMeters(MeterRegistry registry) {
    for (ProblemType type : ProblemType.values()) {
      problems.put(type, counter(registry, type.outcome()));
    }
    accepted = counter(registry, "accepted");
    replayed = counter(registry, "replayed");
    soldOutFromMemory = Counter.builder("flashsale.soldout.memory")
        .description("Buyers told from memory that nothing is left")
        .register(registry);
    accepting = Timer.builder("flashsale.accept")
        .description("From the request to the answer, for accepted purchases")
        .serviceLevelObjectives(
            Duration.ofMillis(1),
            Duration.ofMillis(2),
            Duration.ofMillis(5),
            Duration.ofMillis(10),
            Duration.ofMillis(25),
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(250),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5))
        .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder(NAME)
        .description("Purchases by what the buyer was told")
        .tag("outcome", outcome)
        .register(registry);
  }

  void accepted(long startNanos) {
    accepted.increment();
    accepting.record(Duration.ofNanos(System.nanoTime() - startNanos));
  }

  void replayed() {
    replayed.increment();
  }

  void problem(ProblemType type) {
    Objects.requireNonNull(problems.get(type)).increment();
  }

  void soldOutFromMemory() {
    soldOutFromMemory.increment();
    problem(ProblemType.SOLD_OUT);
  }
}
