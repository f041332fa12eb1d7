package io.holdfast.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LockEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is worth mentioning to an operator, and for how long. */
class RecentTroubleTest {

  private static final class HandClock extends Clock {

    private Instant now = Instant.parse("2026-11-15T12:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private final HandClock clock = new HandClock();
  private final RecentTrouble trouble = new RecentTrouble(clock);

  private static LockEvent lost(long token, Reason reason) {
    return new LockEvent.Lost("a", new LeaseLoss("a", token, reason, "gone"));
  }

  private static LockEvent renewed(long lagMillis) {
    return new LockEvent.Renewed("a", 1, Duration.ofMillis(lagMillis));
  }

  @Test
  void losses_lately_remembered() {
    trouble.on(lost(1, Reason.DEADLINE_PASSED));
    clock.now = clock.now.plus(Duration.ofMinutes(9));
    trouble.on(lost(2, Reason.RENEWAL_REFUSED));
    assertThat(trouble.losses()).extracting(loss -> loss.loss().token()).containsExactly(1L, 2L);
    clock.now = clock.now.plus(Duration.ofMinutes(2));
    assertThat(trouble.losses()).extracting(loss -> loss.loss().token()).containsExactly(2L);
    assertThat(trouble.lostInAll()).isEqualTo(2);
  }

  @Test
  void losses_asPlanned_noTrouble() {
    trouble.on(lost(1, Reason.LEASE_OVER));
    trouble.on(lost(2, Reason.CLOSED));
    assertThat(trouble.losses()).isEmpty();
    assertThat(trouble.lostInAll()).isZero();
  }

  @Test
  void losses_aFlood_theLastOnesKept() {
    for (int i = 0; i < 1_000; i++) {
      trouble.on(lost(i, Reason.FORCED));
    }
    assertThat(trouble.losses()).hasSize(20);
    assertThat(trouble.losses().get(19).loss().token()).isEqualTo(999);
    assertThat(trouble.lostInAll()).isEqualTo(1_000);
  }

  @Test
  void renewalLag_theGreatestLately() {
    assertThat(trouble.renewalLag()).isZero();
    trouble.on(renewed(50));
    trouble.on(renewed(3));
    assertThat(trouble.renewalLag()).isEqualTo(Duration.ofMillis(50));
    clock.now = clock.now.plus(Duration.ofMinutes(11));
    assertThat(trouble.renewalLag()).isZero();
    trouble.on(renewed(4));
    assertThat(trouble.renewalLag()).isEqualTo(Duration.ofMillis(4));
  }

  @Test
  void renewalLag_theGreatestIsOver_theGreatestOfTheRest() {
    trouble.on(renewed(5_000));
    clock.now = clock.now.plus(Duration.ofMinutes(9));
    trouble.on(renewed(4_000));
    clock.now = clock.now.plus(Duration.ofMinutes(2));
    assertThat(trouble.renewalLag()).isEqualTo(Duration.ofSeconds(4));
    trouble.on(renewed(1));
    assertThat(trouble.renewalLag()).isEqualTo(Duration.ofSeconds(4));
  }

  private record Lag(Instant at, long millis) {}

  private static Duration greatest(List<Lag> lags, Instant now, int minutes) {
    return Duration.ofMillis(lags.stream()
        .filter(lag -> !lag.at().isBefore(now.minus(Duration.ofMinutes(minutes))))
        .mapToLong(Lag::millis)
        .max()
        .orElse(0));
  }

  /** Beside a model that forgets nothing: all of ten minutes counts, and nothing from before eleven. */
  @Test
  void renewalLag_atRandomTimes_isTheGreatestOfTenMinutesByTheMinute() {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RecentTrouble played = new RecentTrouble(clock);
      clock.now = Instant.ofEpochMilli(random.nextLong(-1_000_000, 2_000_000_000_000L));
      long longestPause = 1L << random.nextInt(4, 24); // 16 ms to over 2 hours
      List<Lag> lags = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        clock.now = clock.now.plusMillis(random.nextLong(longestPause));
        if (random.nextBoolean()) {
          long lag = random.nextLong(1 + (1L << random.nextInt(16)));
          lags.add(new Lag(clock.now, lag));
          played.on(renewed(lag));
        }
        assertThat(played.renewalLag())
            .as("seed %d, step %d", seed, i)
            .isBetween(greatest(lags, clock.now, 10), greatest(lags, clock.now, 11));
      }
    }
  }

  @Test
  void atRisk_counted() {
    trouble.on(new LockEvent.AtRisk("a", 1, Duration.ofSeconds(1)));
    assertThat(trouble.atRiskInAll()).isEqualTo(1);
  }
}
