package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerIT {

  @Test
  void start_withDefaults_answersAndKeepsNothing() {
    try (RedisServer server = RedisServer.start()) {
      assertThat(server.command("SET", "k", "v")).isEqualTo("OK");
      assertThat(server.keys()).containsExactly("k");
      assertThat(server.version()).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
      server.restart();
      assertThat(server.keys()).isEmpty();
    }
  }

  @Test
  void restart_ofPersistentServer_keepsDataUntilRestartEmpty() {
    try (RedisServer server = RedisServer.builder().persistent().start()) {
      long firstPid = server.pid();
      server.command("SET", "k", "v");
      server.kill();
      assertThat(server.isAlive()).isFalse();
      server.restart();
      assertThat(server.pid()).isNotEqualTo(firstPid);
      assertThat(server.command("GET", "k")).isEqualTo("v");
      server.restartEmpty();
      assertThat(server.keys()).isEmpty();
    }
  }

  @Test
  void pause_thenResume_silencesAndContinues() {
    try (RedisServer server = RedisServer.start();
        RespClient client = RespClient.connect(server.port(), Duration.ofMillis(200))) {
      assertThat(client.command("PING")).isEqualTo("PONG");
      server.pause();
      client.send("PING");
      assertThatThrownBy(client::read).isInstanceOf(UncheckedIOException.class);
      server.resume();
      assertThat(client.read()).isEqualTo("PONG");
    }
  }

  @Test
  void close_ofPausedOrKilledServer_leavesNoProcess() {
    RedisServer paused = RedisServer.start();
    RedisServer killed = RedisServer.start();
    paused.pause();
    killed.kill();
    paused.close();
    killed.close();
    killed.close();
    assertThat(ProcessHandle.of(paused.pid())).isEmpty();
    assertThat(ProcessHandle.of(killed.pid())).isEmpty();
  }

  @Test
  void password_notPresented_isRefused() {
    try (RedisServer server = RedisServer.builder().password("s3cret/+").start();
        RespClient client = RespClient.connect(server.port())) {
      assertThatThrownBy(() -> client.command("PING"))
          .isInstanceOf(RespException.class)
          .hasMessageStartingWith("NOAUTH");
      assertThat(server.command("PING")).isEqualTo("PONG");
      assertThat(server.uri()).isEqualTo("redis://:s3cret%2F%2B@127.0.0.1:" + server.port());
    }
  }

  @Test
  void replica_afterStart_hasThePrimarysData() {
    try (RedisServer primary = RedisServer.builder().password("p").start();
        RedisServer replica =
            RedisServer.builder().password("p").replicaOf(primary).start()) {
      primary.command("SET", "k", "v");
      Eventually.eventually(() -> assertThat(replica.command("GET", "k")).isEqualTo("v"));
    }
  }

  @Test
  void tls_withTrustStore_isTrusted() throws Exception {
    try (RedisServer server = RedisServer.builder().tls().start()) {
      TlsMaterial material = server.tlsMaterial();
      KeyStore trust = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(material.trustStore())) {
        trust.load(in, material.trustStorePassword().toCharArray());
      }
      TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
      trustManagers.init(trust);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trustManagers.getTrustManagers(), null);
      assertThat(server.uri()).startsWith("rediss://127.0.0.1:");
      try (SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
        socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().readNBytes(7)).asString().isEqualTo("+PONG\r\n");
      }
    }
  }

  @Test
  void inspection_ofClientsCommandsAndChannels_countsThem() {
    try (RedisServer server = RedisServer.start();
        RespClient alice = server.connect()) {
      alice.command("CLIENT", "SETNAME", "alice");
      server.resetStats();
      alice.command("EVAL", "return 1", "0");
      alice.command("EVAL", "return 1", "0");
      assertThat(server.commandCalls("eval")).isEqualTo(2);
      assertThat(server.commandCalls("evalsha")).isZero();
      assertThat(server.connectionCount("alice")).isEqualTo(1);
      alice.command("SUBSCRIBE", "news");
      assertThat(server.channels()).containsExactly("news");
      assertThat(server.shardChannels()).isEmpty();
      assertThat(server.killPubSubConnections()).isEqualTo(1);
      Eventually.eventually(() -> assertThat(server.connectionCount("alice")).isZero());
    }
  }

  @Test
  void leakCheck_withConnectionLeft_findsItUntilItIsClosed() {
    try (RedisServer server = RedisServer.start();
        RespClient alice = server.connect()) {
      alice.command("CLIENT", "SETNAME", "alice");
      System.setProperty(Eventually.SCALE_PROPERTY, "0.02");
      try {
        assertThatThrownBy(() -> LeakCheck.assertNothingLeft(server, "alice"))
            .hasMessageContaining("connections named alice left");
      } finally {
        System.clearProperty(Eventually.SCALE_PROPERTY);
      }
      alice.close();
      LeakCheck.assertNothingLeft(server, "alice");
    }
  }

  @Test
  void has_capability_agreesWithTheCommandItself() {
    try (RedisServer server = RedisServer.start()) {
      boolean answers;
      try {
        server.command("SPUBLISH", "c", "m");
        answers = true;
      } catch (RespException unknownCommand) { // what a server without it says
        answers = false;
      }
      assertThat(server.has(Capability.SHARDED_PUBSUB)).isEqualTo(answers);
      assertThat(server.has(Capability.FUNCTIONS)).isEqualTo(answers);
    }
  }

  @Test
  void start_withBadSetting_failsWithTheServersOutput() {
    RedisServerBuilder builder = RedisServer.builder().config("no-such-setting", "1");
    assertThatThrownBy(builder::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no-such-setting")
        .hasMessageContaining("holdfast.redis-server");
  }

  @Test
  void start_withBinaryThatIsNotExecutable_namesIt(@TempDir Path directory) throws Exception {
    Path text = Files.writeString(directory.resolve("redis-server"), "no program");
    String before = System.getProperty("holdfast.redis-server", "");
    System.setProperty("holdfast.redis-server", text.toString());
    try {
      assertThatThrownBy(RedisServer::start)
          .hasMessageContaining(text + " is not an executable file");
    } finally {
      System.setProperty("holdfast.redis-server", before);
    }
  }
}
