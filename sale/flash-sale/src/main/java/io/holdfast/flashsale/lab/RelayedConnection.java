package io.holdfast.flashsale.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** One connection through a {@link Relay}. Thread-safe. */
final class RelayedConnection {

  private static final int CHUNK = 16 * 1024;

  private final Relay relay;
  private final Socket client;
  private final Socket server;
  private volatile boolean losingReplies;

  RelayedConnection(Relay relay, Socket client, Socket server) throws IOException {
    this.relay = relay;
    this.client = client;
    this.server = server;
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
  }

  void start() {
    Relay.daemon("flash-sale-relay-out-" + relay.port(), () -> pump(client, server, false));
    Relay.daemon("flash-sale-relay-in-" + relay.port(), () -> pump(server, client, true));
  }

  private void pump(Socket from, Socket to, boolean replies) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        relay.awaitFlow();
        if (replies && losingReplies) {
          return;
        }
        out.write(chunk, 0, n);
      }
    } catch (IOException | InterruptedException e) {
      // one of the two is gone, and so is the connection
    } finally {
      close();
      relay.forget(this);
    }
  }

  void loseReplies() {
    losingReplies = true;
  }

  void close() {
    for (Socket socket : new Socket[] {client, server}) {
      try {
        socket.close();
      } catch (IOException e) {
        // it is of no use any more in either case
      }
    }
  }
}
