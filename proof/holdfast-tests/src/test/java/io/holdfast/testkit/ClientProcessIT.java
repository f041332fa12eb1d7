package io.holdfast.testkit;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClientProcessIT {

  private static final Duration SOON = Duration.ofSeconds(10);

  @Test
  void child_pausedAndResumed_answersThen() {
    try (ClientProcess child = ClientProcess.start(EchoMain.class, "a", "b")) {
      assertThat(child.awaitLine("ready", SOON)).isEqualTo("ready a,b");
      child.pause();
      child.send("1");
      assertThatThrownBy(() -> child.awaitLine("echo", Duration.ofMillis(200)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("EchoMain");
      child.resume();
      assertThat(child.awaitLine(line -> line.endsWith("1"), SOON)).isEqualTo("echo 1");
      child.pause();
      child.kill();
      assertThat(child.isAlive()).isFalse();
    }
  }

  @Test
  void child_thatFails_showsItsErrors() {
    try (ClientProcess child = ClientProcess.start(LeakCheck.class)) {
      eventually("the child ends", () -> !child.isAlive());
      assertThatThrownBy(() -> child.awaitLine("ready", Duration.ofMillis(100)))
          .hasMessageContaining("NoSuchMethodException");
    }
  }

  @Test
  void serverOfAKilledJvm_diesToo() {
    try (ClientProcess child = ClientProcess.start(ServerStartingMain.class)) {
      long pid = Long.parseLong(child.awaitLine("server ", SOON).substring("server ".length()));
      assertThat(ProcessHandle.of(pid)).isPresent();
      child.kill();
      eventually("the server ends", () -> ProcessHandle.of(pid).isEmpty());
    }
  }
}
