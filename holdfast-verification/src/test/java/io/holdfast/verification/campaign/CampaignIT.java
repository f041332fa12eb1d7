package io.holdfast.verification.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Topology;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Short campaigns over Holdfast; long ones run by {@code ./verify}. */
class CampaignIT {

  private static final long SEED =
      Long.getLong("holdfast.seed", System.currentTimeMillis() % 1_000_000);

  @TempDir
  private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"CALM", "CLIENT_STOP", "CLIENT_KILL", "REPLY_DROPPED", "FLUSHALL", "MIX"})
  void holdfast_underAFault_keepsItsPromises(Fault fault) throws Exception {
    Settings settings = Settings.of(Duration.ofSeconds(3), SEED, directory);
    Outcome outcome = Run.of(new Campaign(fault, Topology.STANDALONE), "holdfast", settings);
    assertThat(outcome.counts().get("granted")).isGreaterThan(20);
    assertThat(outcome.broken()).as("-Dholdfast.seed=%s", SEED).isEmpty();
  }
}
