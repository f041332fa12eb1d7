package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.testkit.RedisServerBuilder.Layout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A real redis-server in a process of its own, on loopback, with a directory of its own. It dies with the
 * JVM. Thread-safe, apart from starting and stopping it at the same time.
 *
 * <p>The binary is the one named by the system property {@code holdfast.redis-server}, else the one inside
 * embedded-redis.
 */
public final class RedisServer implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(10);

  private final Layout layout;
  private final int plainPort;
  private final int tlsPort;
  private final @Nullable String password;
  private final @Nullable TlsMaterial tlsMaterial;
  private final @Nullable MovableClock clock;
  private final Runnable atExit = this::close;
  private volatile ServerProcess process;

  RedisServer(
      Layout layout,
      int plainPort,
      int tlsPort,
      @Nullable String password,
      @Nullable TlsMaterial tlsMaterial,
      @Nullable MovableClock clock) {
    this.layout = layout;
    this.plainPort = plainPort;
    this.tlsPort = tlsPort;
    this.password = password;
    this.tlsMaterial = tlsMaterial;
    this.clock = clock;
    resetDirectory();
    this.process = launch();
    ProcessGuard.atExit(atExit);
  }

  /** {@return a new server with default settings: nothing on disk, no password} */
  public static RedisServer start() {
    return builder().start();
  }

  /** {@return a builder of servers with settings of your own} */
  public static RedisServerBuilder builder() {
    return new RedisServerBuilder();
  }

  /** {@return the port where clients connect; that with TLS if it has one} */
  public int port() {
    return tlsMaterial == null ? plainPort : tlsPort;
  }

  /** The port without TLS, which every server has, for inspection. */
  int plainPort() {
    return plainPort;
  }

  @Nullable
  String password() {
    return password;
  }

  /** {@return {@code redis://[:password@]127.0.0.1:port}, {@code rediss://} with TLS} */
  public String uri() {
    return uri(port());
  }

  /**
   * {@return what {@link #uri()} does, with another port}
   *
   * @param throughPort that of a {@link FaultProxy}
   */
  public String uri(int throughPort) {
    String user =
        password == null ? "" : ":" + URLEncoder.encode(password, UTF_8).replace("+", "%20") + "@";
    return (tlsMaterial == null ? "redis://" : "rediss://") + user + "127.0.0.1:" + throughPort;
  }

  /** {@return what a client needs in order to trust this server; only with {@link RedisServerBuilder#tls()}} */
  public TlsMaterial tlsMaterial() {
    if (tlsMaterial == null) {
      throw new IllegalStateException(
          "server on port " + plainPort + " has no TLS: start it with builder().tls()");
    }
    return tlsMaterial;
  }

  /** {@return its wall clock; only with {@link RedisServerBuilder#movableClock()}} */
  public MovableClock clock() {
    if (clock == null) {
      throw new IllegalStateException("server on port " + plainPort
          + " has the machine's clock: start it with builder().movableClock()");
    }
    return clock;
  }

  /** {@return the process id; another one after a restart} */
  public long pid() {
    return process.pid();
  }

  /** {@return whether the process runs, even if paused} */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Stops the process where it stands (SIGSTOP): its connections stay open and silent. */
  public void pause() {
    process.pause();
  }

  /** Lets a paused process go on. */
  public void resume() {
    process.resume();
  }

  /** Ends the process (SIGKILL), paused or not; {@link #restart()} brings it back. */
  public void kill() {
    process.kill();
  }

  /** Kills it if need be and starts it again on the same port; its data is there if it is persistent. */
  public void restart() {
    process.kill();
    process = launch();
    awaitReady();
  }

  /** As {@link #restart()}, with nothing left of the data. */
  public void restartEmpty() {
    process.kill();
    resetDirectory();
    process = launch();
    awaitReady();
  }

  /** Ends the process, whatever state it is in, and deletes its directory. */
  @Override
  public void close() {
    process.kill();
    ProcessGuard.notAtExit(atExit);
    try {
      Directories.delete(layout.root());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + layout.root(), e);
    }
  }

  /** {@return what the server has logged, the last 4,000 characters} */
  public String log() {
    return ServerProcess.tail(layout.log());
  }

  // ---- questions to the server, over a connection of their own

  /** {@return a new connection, with the password presented} */
  public RespClient connect() {
    RespClient client = RespClient.connect(plainPort);
    if (password != null) {
      client.command("AUTH", password);
    }
    return client;
  }

  /**
   * {@return the reply to one command on a connection of its own, as {@link RespClient#command} has it}
   *
   * @param args the command's name, then its arguments
   */
  public @Nullable Object command(String... args) {
    return ask(inspection -> inspection.client().command(args));
  }

  /**
   * {@return how often a command was called, also from scripts}
   *
   * @param command its name in lower case: {@code evalsha}
   */
  public long commandCalls(String command) {
    return ask(inspection -> inspection.commandCalls(command));
  }

  /** Sets what {@link #commandCalls} counts to zero. */
  public void resetStats() {
    command("CONFIG", "RESETSTAT");
  }

  /** {@return every key of database 0} */
  public List<String> keys() {
    return ask(inspection -> inspection.strings("KEYS", "*"));
  }

  /** {@return channels somebody is subscribed to} */
  public List<String> channels() {
    return ask(inspection -> inspection.strings("PUBSUB", "CHANNELS"));
  }

  /** {@return sharded channels somebody is subscribed to; none on a server without them} */
  public List<String> shardChannels() {
    return ask(inspection -> inspection.has(Capability.SHARDED_PUBSUB)
        ? inspection.strings("PUBSUB", "SHARDCHANNELS")
        : List.of());
  }

  /**
   * {@return how many connections have that name}
   *
   * @param clientName as given to {@code CLIENT SETNAME}
   */
  public int connectionCount(String clientName) {
    return ask(inspection -> inspection.connectionCount(clientName));
  }

  /**
   * Closes every connection that has subscribed; the others stay.
   *
   * @return how many there were
   */
  public long killPubSubConnections() {
    return ask(inspection -> inspection.number("CLIENT", "KILL", "TYPE", "pubsub"));
  }

  /**
   * Closes the connections of its replicas. A replica paused before hears nothing more from then on; one
   * that is only paused reads later what its socket has kept for it.
   */
  public void killReplicaConnections() {
    command("CLIENT", "KILL", "TYPE", "replica");
  }

  /** {@return the server's version, {@code 6.2.11}} */
  public String version() {
    return ask(inspection -> inspection.info("server", "redis_version"));
  }

  /**
   * {@return one value of {@code INFO}; empty text if there is no such field}
   *
   * @param section such as {@code server}
   * @param field such as {@code redis_version}
   */
  public String info(String section, String field) {
    return ask(inspection -> inspection.info(section, field));
  }

  /**
   * {@return whether the server can do that}
   *
   * @param capability asked of the server, not concluded from its version
   */
  public boolean has(Capability capability) {
    return ask(inspection -> inspection.has(capability));
  }

  // ---- starting

  private ServerProcess launch() {
    Map<String, String> environment = clock == null ? Map.of() : clock.environment();
    return ServerProcess.start(layout.command(), environment, layout.root(), layout.log());
  }

  private void resetDirectory() {
    try {
      layout.reset();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + layout.root(), e);
    }
  }

  void awaitReady() {
    awaitOrExplain("answer PING", () -> !isAlive() || answersAsItself());
    if (!isAlive()) {
      throw failure("did not start", null);
    }
  }

  /**
   * Waits until that many replicas acknowledge a write at once. One that has just caught up does not before its
   * next report, up to a second later, whatever {@code INFO} says of it.
   *
   * @param count how many there must be, at least
   */
  public void awaitReplicas(int count) {
    Eventually.within(START_LIMIT)
        .eventually(
            count + " replicas of 127.0.0.1:" + plainPort + " acknowledge",
            () -> ask(inspection -> acknowledgements(inspection, count)) >= count);
  }

  private static long acknowledgements(Inspection inspection, int count) {
    String key = written(inspection.client());
    long replicas = inspection.number("WAIT", Integer.toString(count), "100");
    inspection.client().command("DEL", key);
    return replicas;
  }

  /** A key that was written, in a cluster one that this node has. */
  private static String written(RespClient client) {
    for (int number = 0; ; number++) {
      String key = "await-replicas:" + number;
      try {
        client.command("SET", key, "");
        return key;
      } catch (RespException e) {
        if (!String.valueOf(e.getMessage()).startsWith("MOVED")) {
          throw e;
        }
      }
    }
  }

  void awaitInStep() {
    awaitOrExplain(
        "be in step with its primary",
        () -> info("replication", "master_link_status").equals("up"));
  }

  private void awaitOrExplain(String what, Callable<Boolean> condition) {
    try {
      Eventually.within(START_LIMIT).eventually(what, condition);
    } catch (ConditionTimeoutException e) {
      throw failure("did not " + what + " within " + Eventually.scaled(START_LIMIT), e);
    }
  }

  /** Another process may have taken the port: only our own process counts. */
  private boolean answersAsItself() {
    try {
      return "PONG".equals(command("PING"))
          && info("server", "process_id").equals(Long.toString(process.pid()));
    } catch (UncheckedIOException
        | RespException notYet) { // refused or LOADING: asked again until the limit
      return false;
    }
  }

  private IllegalStateException failure(String what, @Nullable Throwable cause) {
    return new IllegalStateException(
        "redis-server on port " + plainPort + " " + what
            + ". The embedded binary needs glibc 2.34 and libssl 3;" + " name another one with -D"
            + RedisBinary.PROPERTY + "=<path>. Its output:\n" + log(),
        cause);
  }

  /** Once more over a new connection if this one is closed: sentinels do that to all clients of a server they demote. */
  private <T extends @Nullable Object> T ask(Function<Inspection, T> question) {
    try {
      return askOnce(question);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof SocketTimeoutException
          || e.getCause() instanceof ConnectException) {
        throw e;
      }
      return askOnce(question);
    }
  }

  private <T extends @Nullable Object> T askOnce(Function<Inspection, T> question) {
    try (RespClient client = connect()) {
      return question.apply(new Inspection(client));
    }
  }
}
