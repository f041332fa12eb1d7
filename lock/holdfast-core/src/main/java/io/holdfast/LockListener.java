package io.holdfast;

/**
 * Told what happens to the locks of a client, in order per client, on the client's executor. A slow listener delays
 * later events, never the locks. What it throws is logged and ignored.
 */
@FunctionalInterface
public interface LockListener {

  /**
   * Called for every event; while 10,000 wait, further ones are dropped, and the log says how many.
   *
   * @param event what happened
   */
  void on(LockEvent event);
}
