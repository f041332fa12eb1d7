package io.holdfast.lettuce;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes events on one at a time, in the order in which they were noted, whichever thread happens to do it. Noted
 * under the lock of whom they are about, told without it: the listener may have locks of its own. This class is
 * thread-safe.
 */
final class Tidings {

  private static final Logger log = LoggerFactory.getLogger(Tidings.class);

  private final Queue<Runnable> noted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger untold = new AtomicInteger();

  /** Something has happened; nobody is told yet. */
  void note(Runnable event) {
    noted.add(event);
  }

  /** Tells all that was noted, or leaves it to the thread that is telling already. */
  void tell() {
    if (untold.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      Runnable event;
      while ((event = noted.poll()) != null) {
        run(event);
      }
      seen = untold.addAndGet(-seen);
    } while (seen != 0);
  }

  /** Whatever a listener does, those behind it are told. */
  private static void run(Runnable event) {
    try {
      event.run();
    } catch (Throwable e) {
      log.error("A listener failed", e);
    }
  }
}
