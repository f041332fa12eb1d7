package io.holdfast.flashsale.lab;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.flashsale.ladder.InstanceFault;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LabIT {

  private static final List<Integer> ALL = IntStream.rangeClosed(1, 12).boxed().toList();

  private Lab lab;

  @BeforeEach
  void open() {
    lab = new Lab(RedisURI.create(LabRedis.server().uri()), LabDatabase.pool());
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private static int labSales() {
    return LabDatabase.jdbc()
        .sql("select count(*) from sales where name like 'Lab, rung%'")
        .query(Integer.class)
        .single();
  }

  private static List<String> keysOfSales() {
    return LabRedis.server().keys().stream()
        .filter(key -> key.startsWith("fs:"))
        .toList();
  }

  @Test
  @Tag("thorough")
  void everyRung_underItsOwnFault_isJudgedAsItIsKnown() throws Exception {
    RunView run = lab.runAll(new RunRequest(ALL, 200, 50, 2, InstanceFault.OWN), progress -> {});
    assertThat(run.error()).isNull();
    assertThat(run.state()).isEqualTo(RunView.State.DONE);
    assertThat(run.rungs())
        .allSatisfy(rung -> assertThat(rung.asExpected()).as(rung.toString()).isTrue());
    assertThat(keysOfSales()).as("nothing is left in Redis").isEmpty();
    assertThat(labSales()).as("nor in the database").isZero();
  }

  @Test
  void holdfastAndToken_underAnyFault_isExact() throws Exception {
    for (InstanceFault fault :
        List.of(InstanceFault.TOGETHER, InstanceFault.CRASH_HOLDER, InstanceFault.SLOW_HOLDER)) {
      RunView run =
          lab.runAll(new RunRequest(List.of(9, 11, 12), 60, 20, 3, fault), progress -> {});
      assertThat(run.rungs())
          .allSatisfy(rung -> assertThat(rung.verdict()).as(rung.toString()).isEqualTo("EXACT"));
    }
  }

  @Test
  void lostReplies_onTheLastRungs_loseNothing() throws Exception {
    RunView run = lab.runAll(
        new RunRequest(List.of(9, 11, 12), 60, 20, 2, InstanceFault.DROP_REPLIES), progress -> {});
    assertThat(run.rungs())
        .allSatisfy(rung -> assertThat(rung.verdict()).as(rung.toString()).isEqualTo("EXACT"));
  }

  @Test
  void run_whileItGoesOn_isSeenAndCanBeStopped() {
    RunView started = lab.start(new RunRequest(List.of(3, 4), 200, 50, 2, InstanceFault.OWN));
    assertThatThrownBy(() -> lab.start(new RunRequest(List.of(1), 1, 1, 1, InstanceFault.NONE)))
        .isInstanceOf(LabBusyException.class)
        .hasMessageContaining(started.id());
    within(Duration.ofSeconds(15))
        .eventually(() -> assertThat(lab.find(started.id())).hasValueSatisfying(run -> {
          assertThat(run.rungs().get(0).accepted()).isPositive();
          assertThat(run.rungs().get(0).timeline()).isNotEmpty();
          assertThat(run.rungs().get(1).state()).isEqualTo(RungRun.State.WAITING);
        }));
    assertThat(lab.stop(started.id())).hasValueSatisfying(run -> {
      assertThat(run.state()).isEqualTo(RunView.State.STOPPED);
      assertThat(run.rungs().get(0).verdict()).isNull();
    });
    assertThat(keysOfSales()).isEmpty();
    assertThat(labSales()).isZero();
    assertThat(lab.find("none")).isEmpty();
  }

  @Test
  void request_outOfBounds_isRefusedByName() {
    assertThatThrownBy(() -> new RunRequest(List.of(1), 20_001, 1, 1, InstanceFault.OWN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("buyers 20001: expected 1 to 20000");
    assertThatThrownBy(() -> new RunRequest(List.of(1, 1), 1, 1, 1, InstanceFault.OWN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("each once");
  }
}
