package io.holdfast.verification.races;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A mailbox with the classic race: a task that arrives between the last look and the sign-off is forgotten. */
final class ForgetfulMailbox {

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isRunning = new AtomicBoolean();

  void post(Runnable task) {
    tasks.add(task);
    if (!isRunning.compareAndSet(false, true)) {
      return;
    }
    Runnable next;
    while ((next = tasks.poll()) != null) {
      next.run();
    }
    isRunning.set(false);
  }
}
