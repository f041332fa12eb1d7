package io.holdfast.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Picks free ports below the range the kernel takes for outgoing connections: a port of that range could be
 * taken while a killed server is away, and a client connecting to it could even meet itself.
 */
final class Ports {

  /** A cluster node's bus listens this far above its port. */
  static final int BUS_OFFSET = 10_000;

  private static final int LOWEST = 11_000;
  private static final int COUNT = 9_000;
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private Ports() {}

  /** A port that is free now, as is its bus port, and that was not handed out lately by this JVM. */
  static int free() {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      if (isFree(port) && isFree(port + BUS_OFFSET)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port between " + LOWEST + " and " + (LOWEST + COUNT)
        + ": are old redis-server processes left?");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) { // the answer to our question, not a failure
      return false;
    }
  }
}
