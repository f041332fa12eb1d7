package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.LeaseLostException;
import io.holdfast.testkit.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class GuardAJobIT {

  @Test
  void job_runTwice_givesItsStepsOneTokenAndTheNextRunAGreaterOne() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      List<Long> tokens = new ArrayList<>();
      List<LongConsumer> steps = List.of(tokens::add, tokens::add);

      GuardAJob.run(server.uri(), steps);
      GuardAJob.run(server.uri(), steps);

      assertThat(tokens).hasSize(4);
      assertThat(tokens.get(0)).isEqualTo(tokens.get(1)).isLessThan(tokens.get(2));
      assertThat(server.keys()).isEmpty();
    }
  }

  @Test
  void job_whoseLockWasTakenAway_failsLoudly() {
    try (RedisServer server = RedisServer.start()) {
      LongConsumer theft = token -> server.command("DEL", "nightly-report");

      assertThatThrownBy(() -> GuardAJob.run(server.uri(), List.of(theft)))
          .isInstanceOf(LeaseLostException.class)
          .hasMessageContaining("nightly-report");
    }
  }
}
