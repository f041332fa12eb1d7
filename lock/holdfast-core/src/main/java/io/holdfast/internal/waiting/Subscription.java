package io.holdfast.internal.waiting;

import io.holdfast.internal.time.Timers;
import org.jspecify.annotations.Nullable;

/**
 * A contended name's ear on its channel. Opened with the first refusal, kept a little after the last
 * waiter. Its delegate's: used inside its mailbox only.
 */
final class Subscription {

  /*
   *                  .------- deaf ---------.
   *                  v                      |
   *   OFF --open--> ASKED --acknowledged--> ON
   *    ^                                     |
   *    '---- 5 s after the last waiter ------'
   */
  private static final long LINGER_NANOS = 5_000_000_000L;

  private enum State {
    OFF,
    ASKED,
    ON
  }

  private final Routes.Ear ear;
  private final Runnable lingered;
  private final Engine engine;
  private final String channel;
  private State state = State.OFF;
  private int ownMessages;
  private Timers.@Nullable Timer lingering;

  /**
   * @param lingered told when nobody has waited for a while
   */
  Subscription(Routes.Ear ear, Runnable lingered, Engine engine, String channel) {
    this.ear = ear;
    this.lingered = lingered;
    this.engine = engine;
    this.channel = channel;
  }

  boolean isOff() {
    return state == State.OFF;
  }

  boolean isOn() {
    return state == State.ON;
  }

  void open() {
    if (lingering != null) {
      lingering.cancel();
      lingering = null;
    }
    if (state == State.OFF) {
      state = State.ASKED;
      engine.routes().open(channel, ear);
    }
  }

  /** The server acknowledged, for the first time or after a reconnect: messages before that are gone. */
  void acknowledged() {
    if (state != State.OFF) {
      state = State.ON;
      ownMessages = 0;
    }
  }

  /** Nothing is heard until the server has acknowledged again. */
  void deaf() {
    if (state == State.ON) {
      state = State.ASKED;
      ownMessages = 0;
    }
  }

  /** Nobody waits any more; closes after a while. */
  void linger() {
    if (state != State.OFF && lingering == null) {
      lingering = engine.timers().after(LINGER_NANOS, lingered);
    }
  }

  /** The while is over. */
  void lingered(boolean nobodyWaits) {
    lingering = null;
    if (nobodyWaits) {
      close();
    }
  }

  void close() {
    if (lingering != null) {
      lingering.cancel();
      lingering = null;
    }
    if (state != State.OFF) {
      state = State.OFF;
      engine.routes().close(channel, ear);
    }
  }

  /** We are about to publish: the next message is our own. */
  void publishing() {
    if (state == State.ON) {
      ownMessages++;
    }
  }

  /** Nothing was published after all. */
  void notPublished() {
    ownMessages = Math.max(0, ownMessages - 1);
  }

  /**
   * A message arrived; whether it is probably one of our own. Nobody may sleep through a message for that reason: ours
   * may not have been published after all, and this one be somebody else's.
   */
  boolean isOwnMessage() {
    if (ownMessages == 0) {
      return false;
    }
    ownMessages--;
    return true;
  }
}
