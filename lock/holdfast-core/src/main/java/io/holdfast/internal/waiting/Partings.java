package io.holdfast.internal.waiting;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.protocol.Shortage;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.time.Timers;
import java.util.List;
import java.util.function.Consumer;

/**
 * How a tenure leaves a client: released for good, or yielded for a turn of others. Whoever waits here takes part in
 * what follows. Its delegate's: used inside its mailbox only.
 */
final class Partings {

  private final LockId lock;
  private final Engine engine;
  private final LocalQueue queue;
  private final Subscription subscription;
  private final Acquisition acquisition;
  private final Consumer<Runnable> post;
  private final Runnable wake;

  /**
   * @param post brings an event into the mailbox
   * @param wake wakes whoever waits for this name, here or with a successor
   */
  Partings(
      LockId lock,
      Engine engine,
      LocalQueue queue,
      Subscription subscription,
      Acquisition acquisition,
      Consumer<Runnable> post,
      Runnable wake) {
    this.lock = lock;
    this.engine = engine;
    this.queue = queue;
    this.subscription = subscription;
    this.acquisition = acquisition;
    this.post = post;
    this.wake = wake;
  }

  /**
   * Ends it on the server.
   *
   * @param isPerhapsDone whether something sent before may have ended it
   */
  void release(Tenure ending, boolean isPerhapsDone, Consumer<? super Answer> then) {
    subscription.publishing();
    engine.farewells().to(ending, isPerhapsDone, answer -> {
      then.accept(answer);
      boolean heard = wasHeard(answer);
      boolean overtaken = !(answer instanceof Answer.Released released) || released.wasRetried();
      if (!heard || overtaken || engine.limits().isCluster() || acquisition.isApart()) {
        post.accept(() -> {
          if (!heard) {
            subscription.notPublished();
          }
          wake.run();
        });
      }
    });
  }

  /**
   * It was acknowledged by too few. Those hear of its release who wanted more, and have no more time for it: each would
   * only find the same.
   */
  void release(Tenure ending, Shortage shortage) {
    List<Waiter> concerned = queue.beginReturn(
        waiter -> waiter.replicas() > shortage.acknowledged()
            && engine.protocol().waitMillis(waiter.leaseMillis()) <= shortage.waitMillis(),
        shortage.beforeRelease());
    Timers.Timer patience =
        engine.afterOneCommand(() -> post.accept(() -> concerned.forEach(queue::endReturn)));
    release(ending, false, answer -> {
      patience.cancel();
      RuntimeException failure = shortage.afterRelease(answer);
      post.accept(() -> queue.endReturn(concerned, failure));
    });
  }

  /**
   * Lets others have it, if there are any; if not, it goes on under a new stamp.
   *
   * @param then gets the answer, inside the mailbox
   */
  void yieldTurn(Tenure held, long leaseMillis, Consumer<Answer> then) {
    acquisition.giveWay();
    int ownListeners = subscription.isOn() ? 1 : 0;
    subscription.publishing();
    held.asking(leaseMillis);
    long sent = engine.now();
    engine
        .protocol()
        .yieldTurn(
            lock,
            held.holder(),
            leaseMillis,
            ownListeners,
            answer -> post.accept(() -> {
              if (!wasHeard(answer)) {
                subscription.notPublished();
              }
              then.accept(answer);
              if (answer instanceof Answer.Released) {
                yielded(held, sent);
              }
            }));
  }

  /** A copy may have run before that was answered. */
  private void yielded(Tenure held, long sentNanos) {
    if (held.lateCopies().mayRun(sentNanos)) {
      engine.farewells().toUnknown(lock, held.holder(), held.longestMillis(), held.lateCopies());
    }
    acquisition.stepBack();
  }

  private static boolean wasHeard(Answer answer) {
    return answer instanceof Answer.Released released && released.wasHeard();
  }
}
