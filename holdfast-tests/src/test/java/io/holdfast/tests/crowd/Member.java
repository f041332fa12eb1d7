package io.holdfast.tests.crowd;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client process: its threads add to the counter under the lock until it has reached its goal. */
final class Member {

  private final int storePort;
  private final boolean isFenced;
  private final long goal;
  private final DistributedLock lock;

  private Member(int storePort, boolean isFenced, long goal, DistributedLock lock) {
    this.storePort = storePort;
    this.isFenced = isFenced;
    this.goal = goal;
    this.lock = lock;
  }

  /** Arguments: the lock's URI, the store's port, fenced or not, goal, threads, lease time in ms. */
  public static void main(String[] args) throws Exception {
    Duration leaseTime = Duration.ofMillis(Long.parseLong(args[5]));
    try (Holdfast holdfast =
        Holdfast.builder().uri(args[0]).leaseTime(leaseTime).build()) {
      Member member = new Member(
          Integer.parseInt(args[1]),
          Boolean.parseBoolean(args[2]),
          Long.parseLong(args[3]),
          holdfast.lock("crowd"));
      System.out.println("READY");
      System.in.read();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < Integer.parseInt(args[4]); i++) {
        Thread thread = new Thread(member::work);
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println("DONE");
    }
  }

  private void work() {
    try (Store store = new Store(storePort)) {
      boolean goesOn = true;
      while (goesOn) {
        try (Lease lease = lock.acquire()) {
          goesOn = isFenced ? addFenced(store, lease) : addTrusting(store);
        } catch (LeaseLostException | LockUnavailableException e) {
          System.out.println(
              "TOLD " + e.getMessage()); // its write, if any, was refused or accepted before
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean addTrusting(Store store) {
    long value = store.read();
    if (value < goal) {
      store.write(value + 1);
    }
    return value < goal;
  }

  private boolean addFenced(Store store, Lease lease) {
    long value = store.read(lease.token());
    if (value >= 0 && value < goal && !store.write(lease.token(), value + 1)) {
      System.out.println("REFUSED " + lease.token());
    }
    return value < goal;
  }
}
