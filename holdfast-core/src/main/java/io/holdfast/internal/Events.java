package io.holdfast.internal;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries events and completions to the user's side, off I/O and timer threads. Thread-safe. */
public final class Events {

  private static final Logger log = LoggerFactory.getLogger(Events.class);

  private final @Nullable LockListener listener;
  private final Executor executor;
  private final Mailbox mailbox = new Mailbox();

  public Events(@Nullable LockListener listener, Executor executor) {
    this.listener = listener;
    this.executor = executor;
  }

  /** Tells the listener, if there is one; the event is made only then. */
  public void publish(Supplier<LockEvent> event) {
    LockListener told = listener;
    if (told != null) {
      LockEvent made = event.get();
      mailbox.enqueue(() -> tell(told, made));
      run(mailbox::drain);
    }
  }

  /** Runs a completion on the user's executor; on the common pool if that one refuses. */
  public void run(Runnable completion) {
    try {
      executor.execute(completion);
    } catch (RuntimeException e) { // full, or shut down: a lease must reach its holder all the same
      ForkJoinPool.commonPool().execute(completion);
    }
  }

  private static void tell(LockListener listener, LockEvent event) {
    try {
      listener.on(event);
    } catch (RuntimeException e) {
      log.warn("lock '{}': the listener failed on {}", event.lockName(), event, e);
    }
  }
}
