package io.holdfast.verification.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Short campaigns over Holdfast; long ones run by {@code ./verify}. */
class CampaignIT {

  private static final long SEED = Long.getLong("holdfast.seed", 7);

  @TempDir
  private Path directory;

  /** Two in every build; {@code -Dcampaigns.all} strikes with every fault of one server. */
  static Set<Fault> faults() {
    Set<Fault> faults = EnumSet.allOf(Fault.class);
    faults.removeIf(fault -> !fault.isFor(Topology.STANDALONE));
    return System.getProperty("campaigns.all") != null
        ? faults
        : EnumSet.of(Fault.CLIENT_STOP, Fault.REPLY_DROPPED);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void holdfast_underAFault_keepsItsPromises(Fault fault) throws Exception {
    Settings settings = Settings.of(Duration.ofSeconds(3), SEED, directory);
    Outcome outcome = Run.of(new Campaign(fault, Topology.STANDALONE), "holdfast", settings);
    assertThat(outcome.counts().get("granted")).isGreaterThan(20);
    assertThat(outcome.broken()).as("-Dholdfast.seed=%s", SEED).isEmpty();
  }
}
