package io.holdfast.flashsale.work;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * So many threads for work that waits for somebody else, and no queue: whoever finds it full is told at once.
 * Thread-safe.
 */
public final class BoundedPool implements AutoCloseable {

  private static final long LAST_WORK_SECONDS = 10;

  private final int most;
  private final Semaphore room;
  private final ExecutorService threads;

  /** With so many threads at most, each made when it is needed. */
  public BoundedPool(String name, int most) {
    this.most = most;
    this.room = new Semaphore(most);
    AtomicInteger number = new AtomicInteger();
    this.threads = Executors.newCachedThreadPool(work -> {
      Thread made = new Thread(work, name + "-" + number.incrementAndGet());
      made.setDaemon(true);
      return made;
    });
  }

  /** Begins the work now; empty if all threads are at work, or it is closed. */
  public <T> Optional<CompletableFuture<T>> begin(Supplier<T> work) {
    if (!room.tryAcquire()) {
      return Optional.empty();
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      threads.execute(() -> run(work, result));
      return Optional.of(result);
    } catch (RejectedExecutionException closed) {
      room.release();
      return Optional.empty();
    }
  }

  /** There is room again before anybody hears that it is done. */
  private <T> void run(Supplier<T> work, CompletableFuture<T> result) {
    T value;
    try {
      value = work.get();
    } catch (Throwable e) { // whoever waits for it has to know
      room.release();
      result.completeExceptionally(e);
      return;
    }
    room.release();
    result.complete(value);
  }

  /** How many are at work. */
  public int busy() {
    return most - free();
  }

  /** How many more could begin. */
  public int free() {
    return room.availablePermits();
  }

  /** Lets what has begun end, 10 s at most. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(LAST_WORK_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
