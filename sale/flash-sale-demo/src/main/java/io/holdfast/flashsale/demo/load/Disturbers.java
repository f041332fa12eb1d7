package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.Service;
import java.io.PrintStream;

/** Whoever is there beside the buyers and must not be in their way. */
final class Disturbers implements AutoCloseable {

  private final OnLookers onLookers;
  private final SlowSenders slowSenders;

  /** They begin at once. */
  Disturbers(Service service, LoadOptions options, long saleId, String token) {
    onLookers = new OnLookers(service.uris(), saleId, options.pages());
    slowSenders = new SlowSenders(service.uris(), saleId, options.slowSenders(), token);
  }

  void report(PrintStream out) {
    out.printf("pages            %s%n", onLookers.summary());
    out.printf("slow senders     %s%n", slowSenders.summary());
  }

  @Override
  public void close() {
    try (slowSenders) {
      onLookers.close();
    }
  }
}
