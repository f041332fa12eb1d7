package io.holdfast.lettuce;

import static io.holdfast.lettuce.Scripts.SETTINGS;
import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.FaultProxy.command;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The primary becomes another one while a link is connecting to the old one, which does not know it yet. */
class LinkFaultIT implements CommandLink.Observer {

  private static final Duration LATE = Duration.ofMillis(1_200);

  private final AtomicReference<RedisURI> primary = new AtomicReference<>();
  private RedisServer former;
  private RedisServer next;
  private FaultProxy toFormer;
  private ClientHandle client;

  @SuppressWarnings("NullAway.Init")
  LinkFaultIT() {}

  @BeforeEach
  void start() {
    former = RedisServer.start();
    next = RedisServer.start();
    toFormer = FaultProxy.to(former);
    client = ClientHandle.own(SETTINGS);
    primary.set(client.ours(RedisURI.create(toFormer.uri())));
  }

  @AfterEach
  void stop() {
    client.close(List.of());
    toFormer.close();
    next.close();
    former.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void restart_whileConnecting_goesToTheNewPrimary(boolean inBackground) {
    CommandLink link =
        new CommandLink(client, Route.primaryAmong(() -> List.of(primary.get()), "test"), this);
    toFormer.delayNextReplyTo(command("ROLE"), LATE); // which it answers as a primary
    CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);
    if (inBackground) {
      link.start();
    } else {
      opened = link.open();
    }
    eventually(() -> assertThat(toFormer.commandCount("ROLE")).isEqualTo(1));

    primary.set(client.ours(RedisURI.create(next.uri())));
    link.restart("switched");
    eventually(() -> assertThat(toFormer.connectionCount()).isZero());
    opened.join();
    eventually(() -> assertThat(link.isUp()).isTrue());
    assertThat(link.address()).isEqualTo("127.0.0.1:" + next.port());
    assertThat(next.connectionCount("gateway-test")).isEqualTo(1);
    link.close().join();
  }

  @Override
  public void connected(CommandLink link, boolean first) {
    assertThat(first).isTrue();
  }

  @Override
  public void disconnected(CommandLink link) {
    // By the end of the test.
  }
}
