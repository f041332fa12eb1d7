package io.holdfast.internal;

import io.holdfast.internal.time.SystemTimers;
import io.holdfast.internal.time.Timers;
import java.util.UUID;
import java.util.concurrent.Executor;

/**
 * What a client has from the process it runs in, so that tests can give it something else.
 *
 * @param clientId different for every client there is
 * @param callbacks runs callbacks where no executor is set, or the one that is refuses
 * @param lastly ends these threads
 * @param log is written for operators
 */
public record Host(
    String clientId, Timers timers, Executor callbacks, Runnable lastly, OperatorLog log) {

  /** With the log that operators read. */
  public Host(String clientId, Timers timers, Executor callbacks, Runnable lastly) {
    this(clientId, timers, callbacks, lastly, new OperatorLog(OperatorLog.LOGGER));
  }

  /** A timer thread, and threads for callbacks. */
  static Host of(Settings settings) {
    return of(settings, new SystemTimers("holdfast-timer-" + settings.clientName()));
  }

  static Host of(Settings settings, Timers timers) {
    CallbackThreads threads =
        new CallbackThreads("holdfast-callback-" + settings.clientName(), timers);
    return new Host(UUID.randomUUID().toString(), timers, threads, threads::close);
  }

  /** Leaves nothing behind. */
  void close() {
    timers.close();
    lastly.run();
  }
}
