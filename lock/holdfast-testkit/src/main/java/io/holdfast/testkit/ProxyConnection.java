package io.holdfast.testkit;

import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.testkit.RespFrames.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection through a {@link FaultProxy}.
 */
final class ProxyConnection {

  /*
   * Three daemon threads, so that a delay keeps the order and does not add up:
   *
   *   client --> up -----------------------------------> server
   *   client <-- down <-- queue (frame, when due) <-- in <-- server
   *
   * A client that goes away is passed on as end of stream, never as a reset: what was forwarded, or is held
   * and forwarded later, is surely executed.
   */

  /** What happens to bytes, in both directions. */
  enum Flow {
    OPEN,
    /** They are kept, and delivered later. */
    STALLED,
    /** They vanish; the connection cannot be used again afterwards. */
    VANISHING
  }

  /** A frame on its way to the client, or the end ({@code frame == null}). */
  private record Delivery(@Nullable Frame frame, long dueNanos, Optional<AfterDrop> drop) {}

  /** Goes to the server in place of a command that is to be refused: its reply keeps the place in the order. */
  private static final Frame STAND_IN = Frame.command("PING");

  private final FaultProxy proxy;
  private final Socket client;
  private final Socket server;
  private final PendingReplies pending = new PendingReplies();
  private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
  private volatile boolean isPubSub;
  private Flow flow = Flow.OPEN;
  private boolean isClientGone;
  private boolean isClosed;

  ProxyConnection(FaultProxy proxy, Socket client, int serverPort) throws IOException {
    this.proxy = proxy;
    this.client = client;
    this.server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
  }

  void start() {
    startThread("up", this::pumpUp);
    startThread("in", this::pumpIn);
    startThread("down", this::pumpDown);
  }

  private void startThread(String direction, Pump pump) {
    Thread thread =
        new Thread(() -> run(pump), "holdfast-proxy-" + direction + "-" + client.getPort());
    thread.setDaemon(true);
    thread.start();
  }

  private interface Pump {
    void run() throws IOException, InterruptedException;
  }

  private void run(Pump pump) {
    try {
      pump.run();
    } catch (IOException | InterruptedException e) {
      close(); // one side is gone: the other side is told, there is nobody else to tell
    }
  }

  private void pumpUp() throws IOException, InterruptedException {
    try {
      RespFrames requests = new RespFrames(client.getInputStream());
      OutputStream out = server.getOutputStream();
      for (Frame request = requests.next(); request != null; request = requests.next()) {
        isPubSub |= PendingReplies.startsSubscription(request);
        proxy.count(request.name());
        proxy.holdIfAsked(request.text());
        if (awaitFlow() == Flow.OPEN) {
          ReplyFate fate = proxy.fateOf(request.text()).orElse(null);
          Frame forwarded = isRefused(request, fate) ? STAND_IN : request;
          pending.add(forwarded, fate);
          forwarded.raw().writeTo(out);
        }
      }
    } finally {
      clientIsGone();
      if (!server.isClosed()) {
        server.shutdownOutput();
      }
    }
  }

  /** No server subscribes and then says that it has not. */
  private static boolean isRefused(Frame request, @Nullable ReplyFate fate) {
    return fate instanceof ReplyFate.Fail fail
        && (!fail.isCarriedOut() || PendingReplies.isSubscription(request));
  }

  private void pumpIn() throws IOException {
    try {
      RespFrames replies = new RespFrames(server.getInputStream());
      for (Frame reply = replies.next(); reply != null; reply = replies.next()) {
        deliveries.add(delivery(reply, pending.match(reply).orElse(null)));
      }
    } finally {
      deliveries.add(new Delivery(null, System.nanoTime(), Optional.empty()));
    }
  }

  private Delivery delivery(Frame reply, @Nullable ReplyFate fate) {
    long due = System.nanoTime() + proxy.delayNanos();
    if (fate instanceof ReplyFate.Drop drop) {
      return new Delivery(reply, due, Optional.of(drop.then()));
    }
    if (fate instanceof ReplyFate.Fail fail) {
      return new Delivery(Frame.error(fail.error()), due, Optional.empty());
    }
    long late = fate instanceof ReplyFate.Late more ? more.by().toNanos() : 0;
    return new Delivery(reply, due + late, Optional.empty());
  }

  private void pumpDown() throws IOException, InterruptedException {
    OutputStream out = client.getOutputStream();
    while (true) {
      Delivery delivery = deliveries.take();
      Frame frame = delivery.frame();
      awaitDue(delivery.dueNanos());
      Flow now = awaitFlow();
      if (frame == null) {
        awaitNotVanishing();
        close();
        return;
      }
      if (delivery.drop().isPresent()) {
        drop(delivery.drop().get());
      } else if (now == Flow.OPEN && !isClientGone()) {
        deliver(out, frame);
      }
    }
  }

  private void deliver(OutputStream out, Frame frame) {
    try {
      out.write(proxy.translated(frame.raw()));
    } catch (
        IOException gone) { // the client left; what it sent may still be on its way to the server
      resetClient();
    }
  }

  private void drop(AfterDrop then) {
    switch (then) {
      case CUT -> resetClient();
      case HANG_UP -> hangUp();
      case SILENT -> setFlow(Flow.VANISHING);
    }
    proxy.dropped();
  }

  boolean isPubSub() {
    return isPubSub;
  }

  synchronized boolean isVanishing() {
    return flow == Flow.VANISHING;
  }

  synchronized void setFlow(Flow flow) {
    this.flow = flow;
    notifyAll();
  }

  private synchronized Flow awaitFlow() throws InterruptedException {
    while (flow == Flow.STALLED && !isClosed) {
      wait();
    }
    return flow;
  }

  private synchronized void awaitNotVanishing() throws InterruptedException {
    while (flow == Flow.VANISHING && !isClosed && !isClientGone) {
      wait();
    }
  }

  private synchronized void awaitDue(long dueNanos) throws InterruptedException {
    for (long left = dueNanos - System.nanoTime();
        left > 0 && !isClosed;
        left = dueNanos - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** The client sees a reset; what it sent still reaches the server. */
  void resetClient() {
    try {
      client.setSoLinger(true, 0);
      client.close();
    } catch (IOException alreadyClosed) { // which is what we wanted
    }
    clientIsGone();
  }

  /** The client sees the end of the stream; what it sent still reaches the server. */
  void hangUp() {
    clientIsGone(); // from now on nothing is written to it
    try {
      client.shutdownOutput();
    } catch (IOException alreadyClosed) { // which is what we wanted
    }
  }

  private synchronized boolean isClientGone() {
    return isClientGone;
  }

  private synchronized void clientIsGone() {
    isClientGone = true;
    notifyAll();
  }

  void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
    for (Socket socket : new Socket[] {client, server}) {
      try {
        socket.close();
      } catch (
          IOException e) { // closing is all we can do, and the descriptor is freed all the same
      }
    }
    proxy.forget(this);
  }
}
