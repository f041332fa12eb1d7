package io.holdfast.tests.crowd;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client process: its threads add to the counter under the lock until it is told to stop. */
final class Member {

  private final int storePort;
  private final boolean isFenced;
  private final DistributedLock lock;
  private volatile boolean isStopped;

  private Member(int storePort, boolean isFenced, DistributedLock lock) {
    this.storePort = storePort;
    this.isFenced = isFenced;
    this.lock = lock;
  }

  /** Arguments: the lock's URI, the store's port, fenced or not, threads, lease time in ms. */
  public static void main(String[] args) throws Exception {
    Duration leaseTime = Duration.ofMillis(Long.parseLong(args[4]));
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Holdfast holdfast =
        Holdfast.builder().uri(args[0]).leaseTime(leaseTime).build()) {
      Member member = new Member(
          Integer.parseInt(args[1]), Boolean.parseBoolean(args[2]), holdfast.lock("crowd"));
      System.out.println("READY");
      orders.readLine();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < Integer.parseInt(args[3]); i++) {
        Thread thread = new Thread(member::work);
        thread.start();
        threads.add(thread);
      }
      orders.readLine();
      member.isStopped = true;
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println("DONE");
    }
  }

  private void work() {
    try (Store store = new Store(storePort)) {
      while (!isStopped) {
        try (Lease lease = lock.acquire()) {
          if (isFenced) {
            addFenced(store, lease);
          } else {
            store.write(store.read() + 1);
          }
        } catch (LeaseLostException | LockUnavailableException e) {
          System.out.println(
              "TOLD " + e.getMessage()); // its write, if any, was refused or accepted before
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addFenced(Store store, Lease lease) {
    long value = store.read(lease.token());
    if (value < 0 || !store.write(lease.token(), value + 1)) {
      System.out.println("REFUSED " + lease.token());
    }
  }
}
