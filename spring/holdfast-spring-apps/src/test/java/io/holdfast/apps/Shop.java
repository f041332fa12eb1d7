package io.holdfast.apps;

import io.holdfast.Lease;
import io.holdfast.spring.locked.Locked;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What the application does under locks. */
@Component
class Shop {

  private final Counter counter;

  Shop(Counter counter) {
    this.counter = counter;
  }

  int count(int times) {
    int seen = 0;
    for (int i = 0; i < times; i++) {
      seen = counter.increment();
    }
    return seen;
  }

  /** Holds the lock until the lease is lost or the process ends. */
  @Locked("#lock")
  String hold(String lock, @Nullable Lease lease) {
    if (lease == null) {
      return "no lease";
    }
    ShopApplication.say("held " + lock + " " + lease.token());
    CountDownLatch lost = new CountDownLatch(1);
    lease.lost().thenRun(lost::countDown);
    try {
      lost.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "unreachable: @Locked tells the loss";
  }

  @Locked(value = "#lock", waitTime = "0")
  String tryNow(String lock) {
    return "try granted " + lock;
  }

  @Locked(value = "#lock", waitTime = "forever")
  String await(String lock) {
    return "await granted " + lock;
  }
}
