package io.holdfast.testkit;

import io.holdfast.testkit.ProxyConnection.Flow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stands between clients and one server, on a loopback port of its own, and does to them what networks do: at the
 * moment the test says, to the command the test names. Understands RESP2 and RESP3, no TLS. Thread-safe.
 *
 * <p>A command is matched by its text: the name in upper case, then its arguments, with blanks between
 * ({@code EVALSHA 9f… 1 sku:42 …}).
 */
public final class FaultProxy implements AutoCloseable {

  /** What becomes of a connection whose reply was dropped. */
  public enum AfterDrop {
    /** It stays open; nothing gets through any more. */
    SILENT,
    /** It is reset: Lettuce fails what was in flight. */
    CUT,
    /** It is closed in good order, as by a server that stops: Lettuce sends again what was in flight. */
    HANG_UP
  }

  private final int serverPort;
  private final int port;
  private final AddressBook addresses;
  private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final CommandTraps traps = new CommandTraps();
  private volatile long delayNanos;

  /** Guards the flow of new connections, so that none slips in while a fault begins or ends. */
  private final Object admission = new Object();

  private Flow flowOfNewConnections = Flow.OPEN;
  private @Nullable ServerSocket listener;
  private @Nullable Thread acceptor;

  FaultProxy(int serverPort, AddressBook addresses) {
    this.serverPort = serverPort;
    this.addresses = addresses;
    this.port = Ports.free();
    accept();
  }

  /**
   * {@return a proxy in front of that server}
   *
   * @param server reached without TLS
   */
  public static FaultProxy to(RedisServer server) {
    return to(server.plainPort());
  }

  /**
   * {@return a proxy in front of that loopback port}
   *
   * @param serverPort where the server listens, without TLS
   */
  public static FaultProxy to(int serverPort) {
    return new FaultProxy(serverPort, new AddressBook());
  }

  /**
   * {@return what matches commands of that name whose arguments contain each of these texts}
   *
   * @param name in upper or lower case
   * @param inArguments anywhere in the arguments; none: any arguments will do
   */
  public static Predicate<String> command(String name, String... inArguments) {
    String wanted = name.toUpperCase(Locale.ROOT);
    return text -> {
      int end = text.indexOf(' ') < 0 ? text.length() : text.indexOf(' ');
      String arguments = text.substring(end);
      return text.substring(0, end).equals(wanted)
          && Set.of(inArguments).stream().allMatch(arguments::contains);
    };
  }

  /** {@return the port where clients connect} */
  public int port() {
    return port;
  }

  /** {@return {@code redis://127.0.0.1:port}} With a password see {@link RedisServer#uri(int)}. */
  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  // ---- connections

  /** Lets new connections in again, after {@link #refuse()}. */
  public synchronized void accept() {
    if (listener != null) {
      return;
    }
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      listener = socket;
      Thread thread = new Thread(() -> acceptFrom(socket), "holdfast-proxy-" + port);
      thread.setDaemon(true);
      thread.start();
      acceptor = thread;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on 127.0.0.1:" + port, e);
    }
  }

  /** Nothing listens any more: new connections are refused, present ones stay. */
  public synchronized void refuse() {
    if (listener == null || acceptor == null) {
      return;
    }
    try {
      listener.close();
      acceptor.join(); // the kernel goes on listening until the thread has left accept()
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop listening on 127.0.0.1:" + port, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener = null;
  }

  /** Resets every connection. What clients have sent still reaches the server. */
  public void cut() {
    connections.forEach(ProxyConnection::resetClient);
  }

  /** Closes every connection in good order (FIN, not a reset), as a server that stops does. */
  public void hangUp() {
    connections.forEach(ProxyConnection::hangUp);
  }

  /** Resets every connection that has subscribed to something; the others stay. */
  public void cutPubSub() {
    connections.stream().filter(ProxyConnection::isPubSub).forEach(ProxyConnection::resetClient);
  }

  /** {@return how many connections there are} */
  public int connectionCount() {
    return connections.size();
  }

  // ---- bytes

  /**
   * Everything the server says takes longer from now on; the order is kept.
   *
   * @param delay how much longer; zero ends it
   */
  public void delay(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** Bytes vanish in both directions, on present and new connections, which stay open: until {@link #heal()}. */
  public void halfOpen() {
    setFlow(Flow.VANISHING);
  }

  /** As {@link #halfOpen()} for connections that have subscribed to something; new connections work. */
  public void halfOpenPubSub() {
    connections.stream()
        .filter(ProxyConnection::isPubSub)
        .forEach(connection -> connection.setFlow(Flow.VANISHING));
  }

  /** Bytes wait in both directions, on present and new connections, and arrive after {@link #heal()}. */
  public void stall() {
    setFlow(Flow.STALLED);
  }

  /**
   * Ends every fault and disarms what is armed. Stalled and held bytes are delivered; connections on which bytes
   * may have vanished are reset, for request and reply would no longer match.
   */
  public void heal() {
    delayNanos = 0;
    traps.clear();
    synchronized (admission) {
      flowOfNewConnections = Flow.OPEN;
      for (ProxyConnection connection : connections) {
        if (connection.isVanishing()) {
          connection.resetClient();
        } else {
          connection.setFlow(Flow.OPEN);
        }
      }
    }
    accept();
  }

  private void setFlow(Flow flow) {
    synchronized (admission) {
      flowOfNewConnections = flow;
      connections.forEach(connection -> connection.setFlow(flow));
    }
  }

  // ---- single commands

  /**
   * The next command of that name is executed; its reply is swallowed and the connection then reset.
   *
   * @param name in upper or lower case
   */
  public void dropNextReplyTo(String name) {
    dropNextReplyTo(command(name), AfterDrop.CUT);
  }

  /**
   * The next such command is executed; its reply is swallowed.
   *
   * @param command matched by its text
   * @param then what becomes of the connection
   */
  public void dropNextReplyTo(Predicate<String> command, AfterDrop then) {
    traps.set(command, new ReplyFate.Drop(then), true);
  }

  /**
   * Every such command is executed, and its reply swallowed, until {@link #heal()}.
   *
   * @param command matched by its text
   * @param then what becomes of the connection
   */
  public void dropReplyTo(Predicate<String> command, AfterDrop then) {
    traps.set(command, new ReplyFate.Drop(then), false);
  }

  /**
   * Waits until a reply was dropped; each call waits for one more.
   *
   * @param limit after which it fails, before scaling
   */
  public void awaitDropped(Duration limit) {
    traps.awaitDropped(limit, () -> "commands seen: " + counts);
  }

  /**
   * The next such command is answered with that error ({@code BUSY …}) and does not reach the server, whose place in
   * the order of replies is kept by a {@code PING}.
   *
   * @param command matched by its text
   * @param error without the leading minus
   */
  public void failNext(Predicate<String> command, String error) {
    traps.set(command, new ReplyFate.Fail(error, false), true);
  }

  /**
   * As {@link #failNext} for every such command, until {@link #heal()}.
   *
   * @param command matched by its text
   * @param error without the leading minus
   */
  public void fail(Predicate<String> command, String error) {
    traps.set(command, new ReplyFate.Fail(error, false), false);
  }

  /**
   * The next such command is carried out and answered with that error all the same, as by a script that fails on its
   * way or by somebody in between who gave up. A subscription is always refused instead.
   *
   * @param command matched by its text
   * @param error without the leading minus
   */
  public void failNextAfterwards(Predicate<String> command, String error) {
    traps.set(command, new ReplyFate.Fail(error, true), true);
  }

  /**
   * The reply to the next such command comes later, and so does all that follows on its connection.
   *
   * @param command matched by its text
   * @param by how much later
   */
  public void delayNextReplyTo(Predicate<String> command, Duration by) {
    traps.set(command, new ReplyFate.Late(by), true);
  }

  /**
   * The next command of that name does not reach the server before {@link #releaseHeld()}.
   *
   * @param name in upper or lower case
   */
  public void holdNext(String name) {
    holdNext(command(name));
  }

  /**
   * The next such command, and what follows on its connection, does not reach the server before {@link
   * #releaseHeld()}: it arrives then even if its sender is gone.
   *
   * @param command matched by its text
   */
  public void holdNext(Predicate<String> command) {
    traps.hold(command);
  }

  /**
   * Waits until a command is held; each call waits for one more.
   *
   * @param limit after which it fails, before scaling
   */
  public void awaitHeld(Duration limit) {
    traps.awaitHeld(limit, () -> "commands seen: " + counts);
  }

  /** Lets every held command go on to the server. */
  public void releaseHeld() {
    traps.releaseHeld();
  }

  /**
   * {@return how many commands of that name clients have sent, whatever became of them}
   *
   * @param name in upper or lower case
   */
  public long commandCount(String name) {
    return counts.getOrDefault(name.toUpperCase(Locale.ROOT), 0L);
  }

  /** {@return how many commands clients have sent, by name in upper case} */
  public Map<String, Long> commandCounts() {
    return Map.copyOf(counts);
  }

  /** Sets every {@link #commandCount} to zero. */
  public void resetCounts() {
    counts.clear();
  }

  /** Stops listening and closes every connection; held commands are never delivered. */
  @Override
  public void close() {
    refuse();
    connections.forEach(ProxyConnection::close);
    traps.clear();
  }

  // ---- for the connections

  void count(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  void holdIfAsked(String command) throws InterruptedException {
    traps.holdIfAsked(command);
  }

  Optional<ReplyFate> fateOf(String command) {
    return traps.fateOf(command);
  }

  void dropped() {
    traps.dropped();
  }

  byte[] translated(ByteArrayOutputStream reply) {
    return addresses.translate(reply);
  }

  long delayNanos() {
    return delayNanos;
  }

  void forget(ProxyConnection connection) {
    connections.remove(connection);
  }

  private void acceptFrom(ServerSocket socket) {
    while (!socket.isClosed()) {
      Socket client;
      try {
        client = socket.accept();
      } catch (IOException closed) { // by refuse() or close(): this thread's work is done
        return;
      }
      try {
        ProxyConnection connection = new ProxyConnection(this, client, serverPort);
        synchronized (admission) {
          connections.add(connection);
          connection.setFlow(flowOfNewConnections);
        }
        connection.start();
      } catch (IOException serverAway) { // the client learns it the way it would without us
        reject(client);
      }
    }
  }

  private static void reject(Socket client) {
    try {
      client.setSoLinger(true, 0);
      client.close();
    } catch (IOException e) { // the client left first
    }
  }
}
