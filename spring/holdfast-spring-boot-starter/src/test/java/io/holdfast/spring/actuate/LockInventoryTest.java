package io.holdfast.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LockState;
import io.holdfast.LockUnavailableException;
import io.holdfast.spring.FakeHoldfast;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The list is bounded: in length and in questions to the server. */
class LockInventoryTest {

  private static final long TOKEN = 1_763_190_123_456_789L * 1024 + 3;

  private final FakeHoldfast holdfast = new FakeHoldfast();
  private final LockInventory inventory = new LockInventory(holdfast, new FullNames(holdfast, ""));

  @Test
  void all_heldHere_tokenAsTextAndServerNotAsked() {
    holdfast.held("sku:1", TOKEN);
    LockReport.All all = inventory.all();
    assertThat(all.held()).isEqualTo(1);
    assertThat(all.waiting()).isZero();
    LockReport report = all.locks().get(0);
    LockReport.Held held = Objects.requireNonNull(report.held());
    assertThat(held.token()).isEqualTo(Long.toString(TOKEN));
    assertThat(held.since()).isBefore(Instant.now().minusMillis(1_900));
    assertThat(report.longestWait()).isNull();
    assertThat(holdfast.inspected).isEmpty();
  }

  @Test
  void all_waitedFor_holderElsewhereNamed() {
    holdfast.waiting("sku:2", 3, Duration.ofSeconds(5));
    holdfast.states.put(
        "sku:2",
        () -> Optional.of(
            new LockState("sku:2", "bob:7", Optional.empty(), Optional.empty(), TOKEN)));
    LockReport report = inventory.all().locks().get(0);
    assertThat(report.held()).isNull();
    assertThat(report.waiting()).isEqualTo(3);
    assertThat(report.server())
        .isEqualTo(new LockReport.Server(true, "bob:7", null, null, Long.toString(TOKEN), null));
  }

  @Test
  void all_manyWaitedFor_serverAskedAboutTheMostWaitedForOnly() {
    for (int i = 0; i < 600; i++) {
      holdfast.waiting("sku:" + i, 1, Duration.ofMillis(i + 1));
    }
    LockReport.All all = inventory.all();
    assertThat(all.waiting()).isEqualTo(600);
    assertThat(all.locks()).hasSize(LockInventory.MOST_LISTED);
    assertThat(all.notListed()).isEqualTo(100);
    assertThat(holdfast.inspected).hasSize(LockInventory.MOST_ASKED).startsWith("sku:599");
    assertThat(all.locks().get(0).name()).isEqualTo("sku:599");
  }

  @Test
  void all_serverSilent_askedOnce() {
    for (int i = 0; i < 5; i++) {
      String name = "sku:" + i;
      holdfast.waiting(name, 1, Duration.ofMillis(1));
      holdfast.states.put(name, () -> {
        throw new LockUnavailableException("no answer", null);
      });
    }
    LockReport.All all = inventory.all();
    assertThat(holdfast.inspected).hasSize(1);
    assertThat(all.locks().get(0).server()).isEqualTo(LockReport.Server.unknown("no answer"));
    assertThat(all.locks().get(1).server()).isNull();
  }

  @Test
  void one_nothingKnownHere_serverAsked() {
    LockReport report = inventory.one(holdfast.lock("sku:1"));
    assertThat(report).isEqualTo(LockReport.idle("sku:1", LockReport.Server.free()));
    assertThat(holdfast.inspected).containsExactly("sku:1");
  }
}
