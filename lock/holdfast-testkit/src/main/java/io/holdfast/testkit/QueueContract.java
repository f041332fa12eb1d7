package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who gets the lock, in which order, with which token; and never two at once. */
abstract class QueueContract extends ContractFixture {

  private static final int ROUNDS = 50;

  /** Guarded by the lock under test and by nothing else. */
  private int counter;

  @Test
  void waiters_ofOneClient_areServedInOrder() throws Exception {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Void>> waiters = new ArrayList<>();
    Lease first = alices.acquire();
    for (int i = 0; i < 8; i++) {
      int number = i;
      waiters.add(alices.acquireAsync().thenAccept(lease -> {
        order.add(number);
        lease.close();
      }));
    }
    first.close();
    await(CompletableFuture.allOf(waiters.toArray(CompletableFuture[]::new)));
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertFree();
  }

  /** Callers in the JVM's common pool do not keep each other's answers from arriving. */
  @Test
  void acquireAsync_commonPoolFullOfWaiters_isAnswered() throws Exception {
    Lease held = alices.acquire();
    CompletableFuture<Lease> first = alices.acquireAsync();
    List<CompletableFuture<Void>> pool = new ArrayList<>();
    int threads = ForkJoinPool.getCommonPoolParallelism();
    for (int i = 0; i < 2 * threads; i++) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      pool.add(done);
      // Not by runAsync, which takes a thread of its own where the pool has but one.
      ForkJoinPool.commonPool().execute(() -> {
        alices.lock();
        alices.unlock();
        done.complete(null);
      });
    }
    Eventually.within(PATIENCE)
        .eventually(() -> assertThat(alice.activities())
            .as("the future, and every thread of the pool")
            .anyMatch(activity -> activity.waiting() > threads));
    held.close();
    await(first).close();
    await(CompletableFuture.allOf(pool.toArray(CompletableFuture[]::new)));
  }

  @Test
  void listener_thatHangs_keepsABoundedNumberOfEventsWaiting() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    AtomicInteger heard = new AtomicInteger();
    Holdfast carol = open(settings -> settings.listener(event -> {
      try {
        goesOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      heard.addAndGet(event.lockName().equals(name) ? 1 : 1_000_000);
    }));
    try (Lease held = carol.lock(name).acquire()) {
      for (int i = 0; i < 30_000; i++) {
        assertThat(carol.lock(name).tryAcquire()).isEmpty();
      }
      assertThat(held.isHeld()).isTrue();
    }
    goesOn.countDown();
    Eventually.within(PATIENCE).eventually(() -> {
      carol.lock(name + ":last").acquire().close();
      assertThat(heard.get()).as("events heard").isGreaterThanOrEqualTo(1_000_000);
    });
    assertThat(heard.get() % 1_000_000).isBetween(1_000, 10_001);
  }

  @Test
  void tryAcquire_withAWaiterInTheClient_neverOvertakesIt() throws Exception {
    for (int round = 0; round < 20; round++) {
      Lease first = alices.acquire();
      CompletableFuture<Lease> waiter = alices.acquireAsync();
      first.close();
      assertThat(alices.tryAcquire()).as("round %s", round).isEmpty();
      assertThat(alices.tryLock()).as("round %s", round).isFalse();
      await(waiter).close();
    }
  }

  @Test
  void token_ofEveryLaterGrant_isGreater() throws Exception {
    List<Long> tokens = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      for (DistributedLock lock : List.of(alices, bobs, bobs)) {
        try (Lease lease = lock.acquire()) {
          tokens.add(lease.token());
        }
      }
      alices.lock();
      tokens.add(alices.current().orElseThrow().token());
      alices.unlock();
    }
    assertThat(tokens).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void token_handedOverInsideAClient_isGreater() throws Exception {
    Lease first = alices.acquire();
    CompletableFuture<Lease> second = alices.acquireAsync();
    CompletableFuture<Lease> third = alices.acquireAsync();
    first.close();
    Lease secondLease = await(second);
    secondLease.close();
    Lease thirdLease = await(third);
    thirdLease.close();
    try (Lease fourth = bobs.acquire()) {
      assertThat(List.of(first.token(), secondLease.token(), thirdLease.token(), fourth.token()))
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void token_afterExpiryAndForce_isGreater() throws Exception {
    Lease expired = alices.acquire(LeaseOptions.fixed(SHORT));
    Lease forced = bobs.tryAcquire(PATIENCE).orElseThrow();
    assertThat(alices.forceRelease()).isTrue();
    try (Lease last = alices.acquire()) {
      assertThat(List.of(expired.token(), forced.token(), last.token()))
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void waiter_ofAnotherClient_isWokenByExpiry() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(SHORT));
    Caller<Lease> waiter = Caller.startWaiting(bobs::acquire);
    try (Lease next = waiter.outcome()) {
      assertThat(lease.isHeld()).isFalse();
      assertThat(next.token()).isGreaterThan(lease.token());
    }
  }

  @Test
  void waiter_behindAnExpiringLocalLease_isServed() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(SHORT));
    try (Lease next = await(alices.acquireAsync())) {
      assertThat(lease.isHeld()).isFalse();
      assertThat(next.token()).isGreaterThan(lease.token());
    }
  }

  @Test
  void anotherClient_besideABusyOne_getsItsTurn() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Caller<Boolean>> busy = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      busy.add(Caller.start(() -> {
        while (!isOver.get()) {
          alices.lock();
          alices.unlock();
        }
        return true;
      }));
    }
    try {
      for (int turn = 0; turn < 3; turn++) {
        bobs.tryAcquire(PATIENCE).orElseThrow().close();
      }
    } finally {
      isOver.set(true);
    }
    for (Caller<Boolean> caller : busy) {
      assertThat(caller.outcome()).isTrue();
    }
    assertFree();
  }

  @Test
  void locks_ofDifferentNames_areIndependent() throws Exception {
    try (Lease one = alices.acquire();
        Lease other = alice.lock(name + ":other").tryAcquire().orElseThrow()) {
      assertThat(one.isHeld()).isTrue();
      assertThat(other.isHeld()).isTrue();
    }
  }

  @Test
  void exclusion_betweenThreadsAndClients_losesNoIncrement() throws Exception {
    List<Caller<Boolean>> callers = new ArrayList<>();
    for (Holdfast client : List.of(alice, bob)) {
      callers.add(Caller.start(() -> incrementByLease(client.lock(name))));
      callers.add(Caller.start(() -> incrementByThread(client.lock(name))));
      callers.add(Caller.start(() -> incrementAsync(client.lock(name))));
    }
    for (Caller<Boolean> caller : callers) {
      assertThat(caller.outcome()).isTrue();
    }
    assertThat(counter).isEqualTo(callers.size() * ROUNDS);
    assertFree();
  }

  private boolean incrementByLease(DistributedLock lock) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      try (Lease lease = lock.acquire()) {
        increment();
        lease.ensureHeld();
      }
    }
    return true;
  }

  private boolean incrementByThread(DistributedLock lock) {
    for (int round = 0; round < ROUNDS; round++) {
      lock.lock();
      try {
        increment();
      } finally {
        lock.unlock();
      }
    }
    return true;
  }

  private boolean incrementAsync(DistributedLock lock) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      await(lock.acquireAsync(LeaseOptions.fixed(Duration.ofSeconds(20))).thenAccept(lease -> {
        increment();
        lease.close();
      }));
    }
    return true;
  }

  /** A gap between read and write, for others to fall into. */
  private void increment() {
    int read = counter;
    for (int i = 0; i < 1_000; i++) {
      Thread.onSpinWait();
    }
    counter = read + 1;
  }
}
