package io.holdfast.verification.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Short campaigns over Holdfast; long ones run by {@code ./verify}. */
class CampaignIT {

  private static final long SEED = Long.getLong("holdfast.seed", 7);

  @TempDir
  private Path directory;

  @Test
  void holdfast_underLostReplies_keepsItsPromises() throws Exception {
    assertKept(new Campaign(Fault.REPLY_DROPPED, Topology.STANDALONE));
  }

  /** With {@code -Dcampaigns.all}, every one that is possible. */
  static List<Campaign> campaigns() {
    return System.getProperty("campaigns.all") != null
        ? Campaign.all().stream()
            .filter(campaign -> campaign.fault().isPossible())
            .toList()
        : List.of(
            new Campaign(Fault.CLIENT_STOP, Topology.STANDALONE),
            new Campaign(Fault.FAILOVER, Topology.CLUSTER),
            new Campaign(Fault.STALE_PROMOTION, Topology.SENTINEL));
  }

  @ParameterizedTest
  @MethodSource("campaigns")
  @Tag("thorough")
  void holdfast_underMoreFaults_keepsItsPromises(Campaign campaign) throws Exception {
    assertKept(campaign);
  }

  /** Until it was taken often enough, and nothing was late: a busy machine needs more than one short run. */
  private void assertKept(Campaign campaign) throws Exception {
    long granted = 0;
    for (long seed = SEED; granted <= 20; seed++) {
      assertThat(seed).as("%s granted so far", granted).isLessThan(SEED + 20);
      Path journals = Files.createDirectory(directory.resolve(Long.toString(seed)));
      Settings settings = Settings.of(Duration.ofSeconds(3), seed, journals);
      Outcome outcome = CampaignRun.of(campaign, "holdfast", settings);
      assertThat(outcome).as("-Dholdfast.seed=%s", seed).matches(Outcome::isLateAtMost);
      granted += outcome.broken().isEmpty() ? outcome.counts().getOrDefault("granted", 0L) : 0;
    }
  }
}
