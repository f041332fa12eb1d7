package io.holdfast.tests.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.LeakCheck;
import io.holdfast.testkit.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Locale;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that cannot be reached, do not let us in, or do not let us do our work. */
class BadServerIT {

  private static RedisServer server;
  private LeakCheck leaks;

  @BeforeAll
  static void start() {
    server = RedisServer.builder().password("right").start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void before() {
    leaks = LeakCheck.start();
  }

  @AfterEach
  void nothingIsLeft() {
    leaks.assertNoThreads("holdfast-timer", "holdfast-callback", "lettuce");
    LeakCheck.assertNothingLeft(server, "holdfast");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String uri) {
    return assertThatThrownBy(() -> Holdfast.connect(uri).close())
        .isExactlyInstanceOf(ServerErrorException.class)
        .hasMessageNotContaining("s3cret");
  }

  private static String as(String login) {
    return "redis://" + login + "@127.0.0.1:" + server.port();
  }

  @Test
  void wrongPassword() {
    assertRefused(as(":s3cret"))
        .hasMessageContaining("redis://127.0.0.1:" + server.port() + " refused user 'default'")
        .hasMessageContaining("check user and password in the URI");
  }

  @Test
  void wrongUser() {
    assertRefused(as("nobody:s3cret"))
        .hasMessageContaining("refused user 'nobody'")
        .hasMessageContaining("check user and password in the URI");
  }

  @Test
  void noPassword() {
    assertRefused("redis://127.0.0.1:" + server.port())
        .hasMessageContaining("NOAUTH")
        .hasMessageContaining("check user and password in the URI");
  }

  @Test
  void unreachablePort() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    for (String form : new String[] {"redis://", "redis-cluster://"}) {
      assertThatThrownBy(() -> Holdfast.connect(form + "127.0.0.1:" + port))
          .isExactlyInstanceOf(LockUnavailableException.class)
          .hasMessageStartingWith("cannot reach " + form + "127.0.0.1:" + port);
    }
  }

  @Test
  void userWithoutScripts() {
    user("-@scripting");
    assertRefused(as("limited:pw"))
        .hasMessageContaining("does not let us use EVAL")
        .hasMessageContaining("NOPERM")
        .hasMessageContaining("docs/operations.md");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evalsha", "time", "pttl", "hget", "hset", "hdel", "hgetall", "hexists", "pexpire",
        "publish"
      })
  void userWithoutOneCommand_isToldWhichAtConnect(String command) {
    user("-" + command);
    assertRefused(as("limited:pw"))
        .hasMessageContaining(
            "the server does not let us use " + command.toUpperCase(Locale.ROOT) + " (")
        .hasMessageContaining("docs/operations.md");
  }

  /** Without wake-ups a waiter is served when the other's lease is over. */
  @Test
  void userWithoutSubscribe_isServedAllTheSame() throws Exception {
    user("-subscribe");
    try (Holdfast alice = Holdfast.connect(as("limited:pw"));
        Holdfast bob = Holdfast.connect(server.uri())) {
      bob.lock("sku:42").acquire(LeaseOptions.fixed(Duration.ofMillis(500))).leave();
      alice.lock("sku:42").tryAcquire(Duration.ofSeconds(10)).orElseThrow().close();
    }
  }

  /** What locking does not need must not be asked for. */
  @Test
  void userWithTheListedRights_works() throws Exception {
    server.command(
        "ACL",
        "SETUSER",
        "limited",
        "reset",
        "on",
        ">pw",
        "~sku:*",
        "resetchannels",
        "&redisson_lock__channel:*",
        "-@all",
        "+eval",
        "+evalsha",
        "+time",
        "+pttl",
        "+hget",
        "+hset",
        "+hdel",
        "+hgetall",
        "+hexists",
        "+pexpire",
        "+publish",
        "+subscribe",
        "+unsubscribe",
        "+ping",
        "+hello",
        "+auth",
        "+client");
    try (Holdfast alice = Holdfast.connect(as("limited:pw"))) {
      alice.lock("sku:42").acquire().close();
      assertThatThrownBy(() -> alice.lock("other").acquire())
          .isExactlyInstanceOf(ServerErrorException.class)
          .hasMessageContaining("lock 'other'")
          .hasMessageContaining("give this user the rights listed in docs/operations.md");
    }
  }

  @Test
  void readOnlyReplica() {
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.builder().replicaOf(primary).start()) {
      assertRefused(replica.uri())
          .hasMessageContaining("127.0.0.1:" + replica.port() + " is a read-only replica")
          .hasMessageContaining("connect to its primary")
          .hasMessageContaining("redis-sentinel://");
      assertThat(primary.keys()).isEmpty();
    }
  }

  /** After connect: nothing is locked, and the caller hears of it in time. */
  @Test
  void primaryThatBecameAReplica() {
    try (RedisServer first = RedisServer.start();
        RedisServer second = RedisServer.start();
        Holdfast alice = Holdfast.builder()
            .uri(first.uri())
            .unavailableAfter(Duration.ofMillis(500))
            .build()) {
      first.command("REPLICAOF", "127.0.0.1", Integer.toString(second.port()));
      Eventually.eventually(
          "in step", () -> first.info("replication", "master_link_status").equals("up"));
      assertThatThrownBy(() -> alice.lock("sku:42").acquire())
          .isExactlyInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("lock 'sku:42'")
          .hasMessageContaining("no answer");
      assertThat(second.keys()).isEmpty();
    }
  }

  private static void user(String without) {
    server.command("ACL", "SETUSER", "limited", "reset", "on", ">pw", "~*", "&*", "+@all", without);
  }
}
