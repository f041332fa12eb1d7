package io.holdfast.flashsale.sandbox;

import java.time.Duration;
import java.util.UUID;

/** Where the sandbox's webhooks go. */
@FunctionalInterface
public interface Notices {

  /**
   * What one says.
   *
   * @param attempt about which attempt
   * @param outcome TAKEN, DECLINED or RETURNED
   * @param amountCents how much
   */
  record Notice(UUID attempt, String outcome, long amountCents) {}

  /** Sends it after that time, once. */
  void send(Notice notice, Duration after);
}
