package io.holdfast.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.ClientProcess;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two instances of one application, alice and bob, and everything that can happen to one of them. */
class TwoInstancesIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final List<ClientProcess> instances = new ArrayList<>();
  private RedisServer server;

  @BeforeEach
  void startServer() {
    server = RedisServer.start();
  }

  @AfterEach
  void stopAll() {
    instances.forEach(ClientProcess::close);
    server.close();
  }

  private ClientProcess alice() {
    return instances.get(0);
  }

  private ClientProcess bob() {
    return instances.get(1);
  }

  private void start(String... settings) {
    instances.add(instance(settings));
    instances.add(instance(settings));
    for (ClientProcess instance : instances) {
      assertThat(instance.awaitLine("ready", LIMIT))
          .contains(" " + System.getProperty("spring-boot.version") + " ")
          .contains("holdfast-spring-boot-starter")
          .endsWith(".jar");
    }
  }

  private ClientProcess instance(String... settings) {
    String[] args = new String[settings.length + 1];
    args[0] = "--spring.data.redis.url=" + server.uri();
    for (int i = 0; i < settings.length; i++) {
      args[i + 1] = "--" + settings[i];
    }
    return ClientProcess.start(ShopApplication.class, args);
  }

  @Test
  void unprotectedCounter_losesNothing_betweenTwoInstances() {
    start();
    alice().send("count 500");
    bob().send("count 500");
    alice().awaitLine("counted", LIMIT);
    bob().awaitLine("counted", LIMIT);

    assertThat(server.command("GET", Counter.KEY)).isEqualTo("1000");
  }

  @Test
  @Tag("thorough")
  void instanceThatIsStopped_releasesAtOnce() {
    start("holdfast.lease-time=10m");
    alice().send("hold door");
    alice().awaitLine("held door", LIMIT);
    bob().send("await door");

    assertThat(ProcessHandle.of(alice().pid()).orElseThrow().destroy())
        .as("SIGTERM")
        .isTrue();

    bob().awaitLine("await granted door", LIMIT);
  }

  @Test
  @Tag("thorough")
  void instanceThatIsKilled_blocksTheOtherForOneLeaseOnly() {
    start("holdfast.lease-time=2s");
    alice().send("hold door");
    alice().awaitLine("held door", LIMIT);

    alice().kill();
    bob().send("try door");
    assertThat(bob().awaitLine("try", LIMIT)).startsWith("try failed LockRefusedException");
    bob().send("await door");

    bob().awaitLine("await granted door", LIMIT);
  }

  @Test
  @Tag("thorough")
  void serverThatIsAway_isSaid_theHolderIsTold_andAllGoesOnWhenItIsBack() {
    start("holdfast.lease-time=2s", "holdfast.unavailable-after=1s");
    alice().send("hold door");
    alice().awaitLine("held door", LIMIT);

    server.kill();
    assertThat(alice().awaitLine("hold failed", LIMIT)).contains("LeaseLostException", "door");
    bob().send("try door");
    assertThat(bob().awaitLine("try", LIMIT)).startsWith("try failed LockUnavailableException");

    server.restart();
    bob().send("await door");
    bob().awaitLine("await granted door", LIMIT);
    alice().send("await door");
    alice().awaitLine("await granted door", LIMIT);
  }
}
