package io.holdfast.internal;

import io.holdfast.internal.time.Timers;
import io.holdfast.spi.GatewayFactory;
import java.util.concurrent.Executor;

/** Opens clients whose timers and threads are somebody else's, so that none is started and no real time passes. */
public final class TimedOpening {

  private TimedOpening() {}

  /**
   * The engine as it is.
   *
   * @param clientId different for every client of a run
   * @param callbacks runs what the settings' executor refuses
   */
  public static HoldfastClient open(
      GatewayFactory factory,
      Settings settings,
      String clientId,
      Timers timers,
      Executor callbacks) {
    return HoldfastClient.open(factory, settings, new Host(clientId, timers, callbacks, () -> {}));
  }
}
