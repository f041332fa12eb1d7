package io.holdfast.testkit;

import static io.holdfast.testkit.FaultProxy.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A proxy that answers in the server's place. */
class ErrorReplyIT {

  private static final String BUSY = "BUSY Redis is busy running a script.";

  private static RedisServer server;
  private FaultProxy proxy;
  private RespClient client;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void connect() {
    server.command("FLUSHALL");
    proxy = FaultProxy.to(server);
    client = RespClient.connect(proxy.port());
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  private void assertBusy() {
    assertThatThrownBy(client::read).isInstanceOf(RespException.class).hasMessage(BUSY);
  }

  @Test
  void failedCommand_amongPipelinedOnes_isNotCarriedOutAndKeepsItsPlace() {
    proxy.failNext(command("INCR"), BUSY);
    client.send("ECHO", "before");
    client.send("INCR", "n");
    client.send("INCR", "n");
    assertThat(client.read()).isEqualTo("before");
    assertBusy();
    assertThat(client.read()).isEqualTo(1L);
    assertThat(proxy.commandCounts()).containsEntry("INCR", 2L).containsEntry("ECHO", 1L);
  }

  @Test
  void failedAfterwards_isCarriedOutAndAnsweredWithTheError() {
    proxy.failNextAfterwards(command("INCR"), BUSY);
    client.send("INCR", "n");
    assertBusy();
    assertThat(server.command("GET", "n")).isEqualTo("1");
  }

  @Test
  void failing_untilHealed_meetsEverySuchCommandAndNoOther() {
    proxy.fail(command("INCR", "n"), BUSY);
    for (int i = 0; i < 3; i++) {
      client.send("INCR", "n");
      assertBusy();
    }
    assertThat(client.command("INCR", "m")).isEqualTo(1L);
    proxy.heal();
    assertThat(client.command("INCR", "n")).isEqualTo(1L);
  }

  @Test
  void failedSubscription_onASubscribedConnection_isRefusedWhateverWasAskedFor() {
    client.command("SUBSCRIBE", "a");
    proxy.failNextAfterwards(command("SUBSCRIBE"), BUSY);
    client.send("SUBSCRIBE", "b", "c");
    assertBusy();
    assertThat(server.channels()).containsExactly("a");
    client.send("PING");
    assertThat(client.read()).isEqualTo(List.of("pong", ""));
  }

  @Test
  void lateReply_holdsUpWhatFollowsOnItsConnectionOnly() {
    proxy.delayNextReplyTo(command("ECHO"), Duration.ofMillis(300));
    long start = System.nanoTime();
    client.send("ECHO", "late");
    client.send("ECHO", "later");
    try (RespClient other = RespClient.connect(proxy.port())) {
      assertThat(other.command("PING")).isEqualTo("PONG");
    }
    assertThat(client.read()).isEqualTo("late");
    assertThat(client.read()).isEqualTo("later");
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(300));
  }
}
