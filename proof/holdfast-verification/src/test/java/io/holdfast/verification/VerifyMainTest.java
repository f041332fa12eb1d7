package io.holdfast.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.MovableClock;
import io.holdfast.verification.campaign.Campaign;
import io.holdfast.verification.fault.Fault;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class VerifyMainTest {

  private final StringWriter errors = new StringWriter();

  @Test
  void unknownCampaign_isNamed() {
    assertThat(run("--campaign", "earthquake")).isEqualTo(2);
    assertThat(errors.toString()).contains("there is no 'earthquake'", "--list");
  }

  @Test
  void unknownLock_isNamed() {
    assertThat(run("--lock", "padlock")).isEqualTo(2);
    assertThat(errors.toString()).contains("there is no 'padlock'");
  }

  @Test
  void unknownTopology_isNamedWithThoseThereAre() {
    assertThat(run("--topology", "ring")).isEqualTo(2);
    assertThat(errors.toString()).contains("'ring'", "sentinel");
  }

  @Test
  void campaignOfAnotherTopology_isSaid() {
    assertThat(run("--campaign", "sentinel-failover", "--topology", "cluster")).isEqualTo(2);
    assertThat(errors.toString()).contains("none of [sentinel-failover] is for [cluster]");
  }

  @Test
  void sabotagedLock_onACluster_isRefused() {
    assertThat(run("--lock", "sabotaged-none", "--topology", "cluster")).isEqualTo(2);
    assertThat(errors.toString()).contains("know one server only");
  }

  @Test
  void acknowledgedLock_withoutReplica_isRefused() {
    assertThat(run("--lock", "holdfast-acknowledged")).isEqualTo(2);
    assertThat(errors.toString()).contains("holdfast-acknowledged needs a replica", "sentinel");
    assertThat(run("soak", "--lock", "holdfast-acknowledged")).isEqualTo(2);
    assertThat(errors.toString()).contains("the server of a soak has none");
  }

  @Test
  void clockJump_withoutTheLibrary_isRefusedByNameAndSaysHowToGetIt() {
    System.setProperty(MovableClock.PROPERTY, "/nowhere");
    try {
      assertThat(run("--campaign", "clock-jump")).isEqualTo(2);
      assertThat(errors.toString()).contains("'clock-jump' is not possible here", "libfaketime");
    } finally {
      System.clearProperty(MovableClock.PROPERTY);
    }
  }

  @Test
  void everyFault_butThoseOfATopology_isForAll() {
    assertThat(Campaign.all()).hasSize(3 * Fault.values().length - 1 - 1 - 2);
  }

  @Test
  void campaigns_haveUniqueNames() {
    assertThat(Campaign.all().stream().map(Campaign::name)).doesNotHaveDuplicates();
  }

  private int run(String... args) {
    return new CommandLine(new VerifyMain()).setErr(new PrintWriter(errors)).execute(args);
  }
}
