package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private int unprotected;

  @Test
  void post_idle_runsAtOnceOnTheCallersThread() {
    List<Thread> ranOn = new ArrayList<>();
    new Mailbox().post(() -> ranOn.add(Thread.currentThread()));
    assertThat(ranOn).containsExactly(Thread.currentThread());
  }

  @Test
  void post_fromInside_runsAfterwardsInOrder() {
    Mailbox mailbox = new Mailbox();
    List<String> order = new ArrayList<>();
    mailbox.post(() -> {
      mailbox.post(() -> order.add("second"));
      mailbox.post(() -> order.add("third"));
      order.add("first");
    });
    assertThat(order).containsExactly("first", "second", "third");
  }

  @Test
  void post_deepChain_doesNotRecurse() {
    Mailbox mailbox = new Mailbox();
    countDown(mailbox, 200_000);
    assertThat(unprotected).isEqualTo(200_001);
  }

  private void countDown(Mailbox mailbox, int left) {
    mailbox.post(() -> {
      unprotected++;
      if (left > 0) {
        countDown(mailbox, left - 1);
      }
    });
  }

  @Test
  void post_taskThrows_laterOnesRun() {
    Mailbox mailbox = new Mailbox();
    List<String> order = new ArrayList<>();
    mailbox.post(() -> {
      mailbox.post(() -> order.add("next"));
      throw new AssertionError("planned");
    });
    mailbox.post(() -> order.add("last"));
    assertThat(order).containsExactly("next", "last");
  }

  @Test
  void enqueue_alone_waitsForADrain() {
    Mailbox mailbox = new Mailbox();
    List<String> order = new ArrayList<>();
    mailbox.enqueue(() -> order.add("a"));
    assertThat(order).isEmpty();
    mailbox.drain();
    assertThat(order).containsExactly("a");
  }

  @Test
  void post_fromManyThreads_oneAtATimeAndNoneLost() throws Exception {
    Mailbox mailbox = new Mailbox();
    int threads = 8;
    int each = 20_000;
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> {
        try {
          start.await();
        } catch (InterruptedException e) {
          return; // the count will tell
        }
        for (int n = 0; n < each; n++) {
          mailbox.post(() -> unprotected++);
        }
      });
      thread.start();
      all.add(thread);
    }
    start.countDown();
    for (Thread thread : all) {
      Scene.join(thread);
    }
    assertThat(unprotected).isEqualTo(threads * each);
  }
}
