package io.holdfast.tests.regression;

import io.holdfast.Holdfast;
import java.util.concurrent.CompletableFuture;

/** Another process that waits for a lock until it is killed. Arguments: URI, lock name. */
final class WaiterMain {

  private WaiterMain() {}

  public static void main(String[] args) {
    try (Holdfast carol = Holdfast.connect(args[0])) {
      CompletableFuture<?> lease = carol.lock(args[1]).acquireAsync();
      System.out.println("waiting");
      lease.join();
      System.out.println("granted");
    }
  }
}
