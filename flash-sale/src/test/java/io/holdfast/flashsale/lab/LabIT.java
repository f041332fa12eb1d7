package io.holdfast.flashsale.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.ladder.Fault;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabIT {

  private static final List<Integer> ALL = IntStream.rangeClosed(1, 12).boxed().toList();

  private static Lab lab() {
    return new Lab(RedisURI.create(Servers.redis().uri()), LabDatabase.pool());
  }

  @Test
  void everyRung_underItsOwnFault_isJudgedAsItIsKnown() throws Exception {
    int times = Integer.getInteger("lab.times", 1);
    try (Lab lab = lab()) {
      for (int i = 0; i < times; i++) {
        Run run = lab.runAll(new RunRequest(ALL, 200, 50, 2, Fault.OWN), progress -> {});
        assertThat(run.error()).isNull();
        assertThat(run.rungs())
            .allSatisfy(
                rung -> assertThat(rung.asExpected()).as(rung.toString()).isTrue());
      }
    }
    assertThat(Servers.redis().keys()).isEmpty();
  }
}
