package io.holdfast.flashsale.events;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One open stream. Sending never blocks: while the other end does not read, a newer event takes the place of one that
 * waits. Thread-safe.
 */
final class Follower implements WriteListener, AsyncListener {

  /*
   * The server calls back when it can take bytes. Between that and the next isReady() that says no, any of our
   * threads may write; after a no, only the next call may.
   *
   *   isServersTurn   true at first, and from each no to the next call
   */
  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Consumer<Follower> whenGone;
  private byte @Nullable [] waiting;
  private boolean isServersTurn = true;
  private boolean isUnflushed;
  private boolean isEnding;
  private boolean isGone;

  Follower(AsyncContext async, ServletOutputStream out, Consumer<Follower> whenGone) {
    this.async = async;
    this.out = out;
    this.whenGone = whenGone;
  }

  /** The last thing the request's own thread does. */
  void start() {
    async.setTimeout(0);
    async.addListener(this);
    out.setWriteListener(this);
  }

  /** Sends that, or keeps it until it can be sent. */
  synchronized void send(byte[] event) {
    waiting = event;
    if (!isServersTurn) {
      write();
    }
  }

  /** Sends what waits, and closes. */
  synchronized void end() {
    isEnding = true;
    if (!isServersTurn) {
      write();
    }
  }

  @Override
  public synchronized void onWritePossible() {
    isServersTurn = false;
    write();
  }

  private void write() {
    try {
      while (!isGone && out.isReady()) {
        if (isUnflushed) {
          out.flush();
          isUnflushed = false;
        } else if (waiting != null) {
          out.write(waiting);
          waiting = null;
          isUnflushed = true;
        } else {
          if (isEnding) {
            leave();
          }
          return;
        }
      }
      isServersTurn = true;
    } catch (IOException | IllegalStateException brokenOff) {
      leave();
    }
  }

  private void leave() {
    if (!isGone) {
      isGone = true;
      whenGone.accept(this);
      async.complete();
    }
  }

  private synchronized void lost() {
    if (!isGone) {
      isGone = true;
      whenGone.accept(this);
    }
  }

  @Override
  public void onError(Throwable failure) {
    lost();
  }

  @Override
  public void onError(AsyncEvent event) {
    lost();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    lost();
  }

  @Override
  public void onTimeout(AsyncEvent event) {}

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
