package io.holdfast.flashsale.demo.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One kept-alive connection, one request at a time. Not thread-safe. */
final class Connection {

  private final ServiceConnections target;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final ByteBuffer request = ByteBuffer.allocateDirect(4096);
  private final Reply reply = new Reply();
  private @Nullable Exchange exchange;
  private long sentNanos;

  Connection(ServiceConnections target, Selector selector) throws IOException {
    this.target = target;
    this.channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    boolean connected = channel.connect(target.address());
    this.key = channel.register(
        selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
  }

  ServiceConnections target() {
    return target;
  }

  boolean isConnected() {
    return channel.isConnected();
  }

  void finishConnect() throws IOException {
    channel.finishConnect();
    key.interestOps(SelectionKey.OP_READ);
  }

  void send(Exchange next, long nanos) throws IOException {
    exchange = next;
    sentNanos = nanos;
    reply.clear();
    request.clear();
    next.writeTo(request);
    request.flip();
    flush();
  }

  void flush() throws IOException {
    channel.write(request);
    key.interestOps(
        request.hasRemaining()
            ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
            : SelectionKey.OP_READ);
  }

  /** Reads what is there; true once the reply is whole. */
  boolean read() throws IOException {
    if (channel.read(reply.room()) < 0) {
      throw new EOFException("closed by the server");
    }
    if (exchange == null) {
      throw new IOException("bytes that nobody asked for");
    }
    return reply.isWhole();
  }

  Reply reply() {
    return reply;
  }

  /** Takes the exchange off: the connection is idle now, or at its end. */
  @Nullable
  Exchange take() {
    Exchange taken = exchange;
    exchange = null;
    return taken;
  }

  boolean isOverdue(long nanos, long limitNanos) {
    return exchange != null && nanos - sentNanos > limitNanos;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It is of no use any more, closed or not.
    }
  }
}
