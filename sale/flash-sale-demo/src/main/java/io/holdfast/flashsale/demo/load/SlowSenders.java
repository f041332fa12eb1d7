package io.holdfast.flashsale.demo.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Clients that never come to the end of their request: one byte of the body a second. Whoever is hung up on begins
 * again. Thread-safe.
 */
final class SlowSenders implements AutoCloseable {

  private static final long BYTE_EVERY_MILLIS = 1_000;

  private final List<URI> uris;
  private final byte[] request;
  private final AtomicReferenceArray<@Nullable SocketChannel> senders;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final LongAdder begun = new LongAdder();

  SlowSenders(List<URI> uris, long saleId, int clients, String token) {
    this.uris = uris;
    this.request = ("POST /api/v1/sales/" + saleId + "/orders HTTP/1.1\r\nHost: localhost\r\n"
            + "Authorization: Bearer " + token + "\r\nIdempotency-Key: slow\r\n"
            + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
        .getBytes(US_ASCII);
    this.senders = new AtomicReferenceArray<>(clients);
    Future<?> unused = thread.scheduleWithFixedDelay(
        () -> IntStream.range(0, clients).forEach(this::sendByte),
        0,
        BYTE_EVERY_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  private void sendByte(int number) {
    SocketChannel sender = senders.get(number);
    try {
      if (sender == null) {
        senders.set(number, begin(uris.get(number % uris.size())));
      } else if (sender.read(ByteBuffer.allocate(1024)) < 0) {
        throw new EOFException();
      } else {
        sender.write(ByteBuffer.wrap(new byte[] {' '}));
      }
    } catch (IOException hungUpOn) {
      end(number);
    }
  }

  private SocketChannel begin(URI uri) throws IOException {
    SocketChannel sender = SocketChannel.open(new InetSocketAddress(uri.getHost(), uri.getPort()));
    sender.write(ByteBuffer.wrap(request));
    sender.configureBlocking(false);
    begun.increment();
    return sender;
  }

  private void end(int number) {
    try (SocketChannel ended = senders.getAndSet(number, null)) {
      // the next round begins again
    } catch (IOException e) {
      // closed or not, it is of no use
    }
  }

  /** What they did. */
  String summary() {
    return String.format("%,d requests begun and never ended", begun.sum());
  }

  @Override
  public void close() {
    thread.shutdownNow();
    try {
      boolean unused = thread.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    IntStream.range(0, senders.length()).forEach(this::end);
  }
}
