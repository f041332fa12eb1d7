package io.holdfast.lettuce;

import static io.holdfast.lettuce.Scripts.SETTINGS;
import static io.holdfast.lettuce.Scripts.eval;
import static io.holdfast.lettuce.Scripts.value;
import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.spi.Gateway;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.LeakCheck;
import io.holdfast.testkit.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectIT {

  private final Recorder recorder = new Recorder();
  private LeakCheck leaks;

  @BeforeEach
  void before() {
    leaks = LeakCheck.start();
  }

  @AfterEach
  void noThreadStays() {
    leaks.assertNoThreads("lettuce");
  }

  private Gateway open(String uri) {
    return new LettuceGatewayProvider().forUri(uri).open(SETTINGS, recorder);
  }

  private ThrowingCallable opening(String uri) {
    return () -> open(uri).close();
  }

  @Test
  void anUnreachableServer_isNamed() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThatThrownBy(opening("redis://:hidden@127.0.0.1:" + port))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageStartingWith("cannot reach redis://127.0.0.1:" + port + ": ")
        .hasMessageContaining("refused")
        .hasMessageNotContaining("hidden");
    assertThatThrownBy(opening("redis-cluster://127.0.0.1:" + port + ",127.0.0.1:" + port))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageStartingWith("cannot reach redis-cluster://127.0.0.1:" + port);
    assertThatThrownBy(opening("redis-sentinel://127.0.0.1:" + port + "#main"))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("127.0.0.1:" + port);
  }

  @Test
  void aSilentServer_isGivenUp() {
    try (RedisServer server = RedisServer.start();
        FaultProxy proxy = FaultProxy.to(server)) {
      proxy.halfOpen();
      long before = System.nanoTime();
      assertThatThrownBy(opening(proxy.uri())).isInstanceOf(LockUnavailableException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
    }
  }

  @Test
  void wrongCredentials_nameTheUser_notThePassword() {
    try (RedisServer server = RedisServer.builder().password("right").start()) {
      assertThatThrownBy(opening("redis://alice:wrong@127.0.0.1:" + server.port()))
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining("refused user 'alice'")
          .hasMessageContaining("check user and password")
          .hasMessageNotContaining("wrong@");
      assertThatThrownBy(opening("redis://127.0.0.1:" + server.port()))
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining("NOAUTH");
      open(server.uri()).close();
      eventually(() -> assertThat(server.connectionCount("gateway-test")).isZero());
    }
  }

  @Test
  void aRestrictedUser_mayRunScripts_withoutInfoAndRole() {
    try (RedisServer server = RedisServer.start()) {
      server.command(
          "ACL", "SETUSER", "bob", "on", ">pw", "~*", "&*", "+@all", "-@dangerous", "-@admin");
      try (Gateway gateway = open("redis://bob:pw@127.0.0.1:" + server.port())) {
        assertThat(value(gateway, eval("return 1", List.of()))).isEqualTo(1L);
        assertThat(gateway.server().version()).isEmpty();
        assertThat(server.command("CLIENT", "LIST")).asString().contains("user=bob");
      }
    }
  }

  @Test
  void aReplica_isRefused_withAdvice() {
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.builder().replicaOf(primary).start()) {
      assertThatThrownBy(opening(replica.uri()))
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining("read-only replica")
          .hasMessageContaining("redis-replicas://");
      assertThatThrownBy(opening("redis-replicas://127.0.0.1:" + replica.port()))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("is a primary");
    }
  }

  @Test
  void aSingleServer_isNotACluster() {
    try (RedisServer server = RedisServer.start()) {
      assertThatThrownBy(opening("redis-cluster://127.0.0.1:" + server.port()))
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining("is not a cluster");
    }
  }

  @Test
  void tls_isSpoken_withTheApplicationsTrust() {
    try (RedisServer server = RedisServer.builder().tls().start()) {
      RedisClient application = RedisClient.create();
      application.setOptions(ClientOptions.builder()
          .sslOptions(SslOptions.builder()
              .trustManager(server.tlsMaterial().certificate().toFile())
              .build())
          .build());
      RedisURI uri = RedisURI.create(server.uri());
      try (Gateway gateway = LettuceGateways.on(application, uri).open(SETTINGS, recorder)) {
        assertThat(value(gateway, eval("return 1", List.of()))).isEqualTo(1L);
        gateway.subscribe("c");
        eventually(() -> assertThat(recorder.subscribed).containsExactly("c"));
      } finally {
        application.shutdown();
      }
      assertThatThrownBy(opening(server.uri()))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageStartingWith("cannot reach rediss://");
    }
  }

  @Test
  void call_applicationBlocksItsExecutorAndTheServerIsSilent_endsAllTheSame() {
    CountDownLatch blocked = new CountDownLatch(1);
    RedisClient application = RedisClient.create();
    try (RedisServer server = RedisServer.start();
        Gateway gateway = LettuceGateways.on(application, RedisURI.create(server.uri()))
            .open(SETTINGS, recorder)) {
      application
          .getResources()
          .eventExecutorGroup()
          .forEach(thread -> thread.execute(() -> {
            try {
              blocked.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }));
      server.pause();
      try {
        CompletableFuture<?> call = gateway.run(eval("return 1", List.of())).toCompletableFuture();
        eventually(() -> assertThat(call).isCompletedExceptionally());
      } finally {
        server.resume();
        blocked.countDown();
      }
    } finally {
      application.shutdown();
    }
  }
}
