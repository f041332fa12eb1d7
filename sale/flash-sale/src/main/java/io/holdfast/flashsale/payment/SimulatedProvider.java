package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Takes no money: it answers after a while, and says no to a share of the wishes. Thread-safe. */
public final class SimulatedProvider implements PaymentProvider {

  private final Duration delay;
  private final double declined;

  /**
   * A provider.
   *
   * @param delay how long it takes
   * @param declined which share it declines, 0 to 1
   */
  public SimulatedProvider(Duration delay, double declined) {
    if (!(declined >= 0 && declined <= 1)) {
      throw new IllegalArgumentException("share " + declined + ": expected 0 to 1");
    }
    this.delay = delay;
    this.declined = declined;
  }

  @Override
  public boolean charge(OrderId order, long amountCents) throws InterruptedException {
    Thread.sleep(delay.toMillis());
    return ThreadLocalRandom.current().nextDouble() >= declined;
  }
}
