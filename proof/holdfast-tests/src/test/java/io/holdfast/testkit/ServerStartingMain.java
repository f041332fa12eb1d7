package io.holdfast.testkit;

import java.util.concurrent.CountDownLatch;

/** A child process with a server of its own, to see what becomes of it when the child is killed. */
final class ServerStartingMain {

  private ServerStartingMain() {}

  public static void main(String[] args) throws InterruptedException {
    System.out.println("server " + RedisServer.start().pid());
    new CountDownLatch(1).await();
  }
}
