package io.holdfast.flashsale.demo.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds free ports. */
public final class Ports {

  private static final int TRIES = 100;

  private Ports() {}

  /**
   * The first free port from there on.
   *
   * @throws IllegalStateException if there is none within the next hundred
   */
  public static int firstFree(int from) {
    for (int port = from; port < from + TRIES; port++) {
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port between " + from + " and " + (from + TRIES - 1) + ": end what listens there");
  }

  /** Whether nobody listens there, on any address. */
  public static boolean isFree(int port) {
    try (ServerSocket any = new ServerSocket();
        ServerSocket loopback = new ServerSocket()) {
      any.setReuseAddress(true);
      any.bind(new InetSocketAddress(port));
      any.close();
      loopback.setReuseAddress(true);
      loopback.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) { // the answer to our question, not a failure
      return false;
    }
  }
}
