package io.holdfast.verification;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.Schedule.Turn;
import io.holdfast.verification.campaign.Campaign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final List<Campaign> ALL = Campaign.all();
  private static final List<String> HOLDFAST = List.of("holdfast");

  @Test
  void withoutBudget_everyCampaignOnceOverEveryLock() {
    Schedule schedule = new Schedule(
        ALL.subList(0, 3), List.of("holdfast", "redisson"), 42, Duration.ofSeconds(10), null);
    List<Turn> turns = play(schedule, Duration.ofSeconds(5));
    assertThat(turns).hasSize(6).allMatch(turn -> turn.seed() == 42);
    assertThat(turns).allMatch(turn -> turn.time().equals(Duration.ofSeconds(10)));
    assertThat(turns.get(1).lock()).isEqualTo("redisson");
    assertThat(turns.get(1).campaign()).isEqualTo(ALL.get(0));
  }

  @Test
  void tenMinutes_everyCampaignOnce() {
    Schedule schedule = within(Duration.ofMinutes(10));
    List<Turn> turns = play(schedule, Duration.ofSeconds(6));
    assertThat(turns.stream().map(Turn::campaign)).containsExactlyElementsOf(ALL);
    assertThat(length(turns, Duration.ofSeconds(6))).isBetween(580L, 605L);
  }

  @Test
  void anHour_sharesItEvenlyAndRepeatsWithNewSeeds() {
    Schedule schedule = within(Duration.ofMinutes(60));
    List<Turn> turns = play(schedule, Duration.ofSeconds(8));
    assertThat(turns).hasSize(schedule.count());
    Set<Long> seeds = turns.stream().map(Turn::seed).collect(toSet());
    assertThat(turns).hasSize(ALL.size() * seeds.size());
    assertThat(seeds).hasSizeGreaterThan(1).contains(42L, 43L);
    assertThat(turns).allMatch(turn -> turn.time().compareTo(Schedule.LONG_ENOUGH) >= 0);
    assertThat(length(turns, Duration.ofSeconds(8))).isBetween(3_550L, 3_605L);
  }

  @Test
  void slowMachine_isLearnt() {
    List<Turn> turns = play(within(Duration.ofMinutes(20)), Duration.ofSeconds(12));
    assertThat(length(turns, Duration.ofSeconds(12))).isBetween(1_180L, 1_205L);
  }

  @Test
  void oneMinute_isTooLittleForAll_andSaysSo() {
    Schedule schedule = within(Duration.ofMinutes(1));
    assertThat(schedule.isTooMuch()).isTrue();
    assertThat(schedule.expected(Duration.ZERO))
        .isEqualTo(Schedule.OVERHEAD.plus(Schedule.SHORTEST).multipliedBy(ALL.size()));
    assertThat(play(schedule, Duration.ofSeconds(8)))
        .hasSize(ALL.size())
        .allMatch(turn -> turn.time().equals(Schedule.SHORTEST));
    assertThat(within(Duration.ofMinutes(20)).isTooMuch()).isFalse();
  }

  @Test
  void secondsAndMinutes_repeatCampaignsOfThatLength() {
    Schedule schedule =
        new Schedule(ALL.subList(0, 1), HOLDFAST, 42, Duration.ofSeconds(2), Duration.ofMinutes(1));
    assertThat(play(schedule, Schedule.OVERHEAD))
        .extracting(Turn::seed)
        .containsExactly(42L, 43L, 44L, 45L, 46L, 47L, 48L);
  }

  private static Schedule within(Duration budget) {
    return new Schedule(ALL, HOLDFAST, 42, null, budget);
  }

  /** As if every campaign took that much longer than its faults. */
  private static List<Turn> play(Schedule schedule, Duration overhead) {
    List<Turn> turns = new ArrayList<>();
    Duration elapsed = Duration.ZERO;
    for (Optional<Turn> turn = schedule.next(elapsed);
        turn.isPresent();
        turn = schedule.next(elapsed)) {
      turns.add(turn.get());
      elapsed = elapsed.plus(turn.get().time()).plus(overhead);
    }
    return turns;
  }

  private static long length(List<Turn> turns, Duration overhead) {
    return turns.stream()
            .mapToLong(turn -> turn.time().plus(overhead).toMillis())
            .sum()
        / 1_000;
  }
}
