package io.holdfast.flashsale.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between one instance and Redis, on a loopback port of its own, and passes bytes on: until it is told to hold
 * them, to lose them, or to end. Thread-safe.
 */
final class Relay implements AutoCloseable {

  private final String host;
  private final int serverPort;
  private final ServerSocket listener;
  private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private boolean held;

  Relay(String host, int serverPort) {
    this.host = host;
    this.serverPort = serverPort;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on a loopback port", e);
    }
    daemon("flash-sale-relay-" + port(), this::accept);
  }

  static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  String host() {
    return listener.getInetAddress().getHostAddress();
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!closed) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // closed, which ends the loop; or that client went away while it was let in
      }
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      Socket server = new Socket(host, serverPort);
      RelayedConnection connection = new RelayedConnection(this, client, server);
      connections.add(connection);
      if (closed) {
        connection.close();
      }
      connection.start();
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  /** From now on bytes wait, in both directions. */
  synchronized void hold() {
    held = true;
  }

  /** They go on. */
  synchronized void release() {
    held = false;
    notifyAll();
  }

  synchronized void awaitFlow() throws InterruptedException {
    while (held && !closed) {
      wait();
    }
  }

  /** The next replies are lost, and then their connections; new ones work. */
  void loseReplies() {
    connections.forEach(RelayedConnection::loseReplies);
  }

  void forget(RelayedConnection connection) {
    connections.remove(connection);
  }

  /** Ends every connection and lets nobody in any more. */
  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop listening on " + port(), e);
    }
    connections.forEach(RelayedConnection::close);
    release();
  }
}
