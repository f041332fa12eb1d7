package io.holdfast.examples;

import io.holdfast.Holdfast;
import io.holdfast.Leadership;
import java.util.function.LongConsumer;

/** Of many instances, one sends the reports; when it goes, another one does. */
public final class LeadOneInstance {

  private LeadOneInstance() {}

  /** Stands for the lead until the result is closed. */
  public static Leadership stand(Holdfast holdfast, LongConsumer start, Runnable stop) {
    return holdfast
        .leader("reports")
        .onGained(lease -> start.accept(lease.token())) // we lead: start, and fence with the token
        .onLost(end -> stop.run()) // once for each gained, whatever ended it
        .campaign(); // in the background; close() resigns
  }
}
