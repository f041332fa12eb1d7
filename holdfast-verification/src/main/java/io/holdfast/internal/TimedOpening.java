package io.holdfast.internal;

import io.holdfast.internal.time.Timers;
import io.holdfast.spi.GatewayFactory;

/** Opens clients whose timers are somebody else's, so that no thread is started and no real time passes. */
public final class TimedOpening {

  private TimedOpening() {}

  /** The engine as it is, on these timers. */
  public static HoldfastClient open(GatewayFactory factory, Settings settings, Timers timers) {
    return HoldfastClient.open(factory, settings, timers);
  }
}
