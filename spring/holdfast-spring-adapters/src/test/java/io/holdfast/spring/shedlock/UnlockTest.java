package io.holdfast.spring.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.spring.shedlock.PlayedServer.Fate;
import io.holdfast.testkit.ManualTicker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What unlock leaves on the server and in the log, however long the answers take. */
class UnlockTest {

  private static final String NOT_ALONE = "was not alone to its end";
  private static final String NO_ANSWER = "no answer from the server";
  private static final Duration AT_MOST = Duration.ofMinutes(1);
  private static final int CASES = 1_000;

  private final ManualTicker clocks = new ManualTicker();
  private final PlayedServer server = new PlayedServer(clocks);
  private final PrintStream console = System.err;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private Holdfast holdfast;

  @SuppressWarnings("NullAway.Init")
  UnlockTest() {}

  @BeforeEach
  void start() {
    InstantSource wallClock = () -> Instant.ofEpochMilli(clocks.wallMillis());
    ClockProvider.setClock(wallClock.withZone(ZoneOffset.UTC));
    holdfast = Holdfast.builder()
        .gateway((settings, listener) -> server)
        .ticker(clocks)
        .build();
    System.setErr(
        new PrintStream(written, true, StandardCharsets.UTF_8)); // slf4j-simple writes there
  }

  @AfterEach
  void stop() {
    System.setErr(console);
    holdfast.close();
    ClockProvider.setClock(Clock.systemUTC());
  }

  private String log() {
    return written.toString(StandardCharsets.UTF_8);
  }

  /** A task that has worked for that long; what it owes then may be nothing. */
  private SimpleLock locked(Duration worked, Duration owed) {
    LockConfiguration task =
        new LockConfiguration(ClockProvider.now(), "report", AT_MOST, worked.plus(owed));
    SimpleLock lock = new HoldfastLockProvider(holdfast).lock(task).orElseThrow();
    clocks.advance(worked);
    return lock;
  }

  @Test
  void answers_ofAnyDelay_warnOnlyOfARealLoss_andTheLockStaysForWhatIsOwed() {
    for (int seed = 0; seed < CASES; seed++) {
      Case one = Case.of(seed);
      written.reset();
      server.undisturbed();
      clocks.advance(AT_MOST); // whatever the case before has left is over
      SimpleLock lock = locked(one.worked, one.owed);
      long owedUntil = clocks.wallMillis() + one.owed.toMillis();
      if (one.isTaken) {
        server.delete();
      }
      server.disturbed(one.there, one.back, one.fate);

      lock.unlock();

      if (one.isTaken && one.isAnsweredInTime()) {
        assertThat(log()).as("%s", one).contains(NOT_ALONE);
      }
      if (!one.isTaken) {
        assertThat(log()).as("%s", one).doesNotContain(NOT_ALONE);
        assertThat(server.endsMillis()).as("%s", one).isGreaterThanOrEqualTo(owedUntil);
      }
      if (!one.isTaken && one.fate == Fate.ANSWERED) {
        assertThat(log()).as("%s", one).isEmpty();
        assertThat(server.endsMillis())
            .as("%s", one)
            .isLessThanOrEqualTo(owedUntil + one.there.toMillis() + 11);
      }
    }
  }

  @Test
  void unlock_noAnswerWhileTheRestIsOwed_saysSo() {
    SimpleLock lock = locked(Duration.ofSeconds(1), Duration.ofSeconds(10));
    server.disturbed(Duration.ZERO, Duration.ofSeconds(2), Fate.NEITHER);
    lock.unlock();
    assertThat(log()).contains(NO_ANSWER).doesNotContain(NOT_ALONE);
  }

  /** The client no longer counts on the last percent of a lease, and releases what is answered that late. */
  @Test
  void unlock_answeredInTheLastPercentOfWhatIsOwed_doesNotReleaseEarly() {
    for (int owed = 50; owed < 20_000; owed += 50) {
      server.undisturbed();
      clocks.advance(AT_MOST);
      SimpleLock lock = locked(Duration.ofSeconds(1), Duration.ofMillis(owed));
      long owedUntil = clocks.wallMillis() + owed;
      server.disturbed(Duration.ZERO, Duration.ofMillis(owed - 1), Fate.ANSWERED);
      lock.unlock();
      assertThat(server.endsMillis()).as("%s ms", owed).isGreaterThanOrEqualTo(owedUntil);
    }
  }

  @Test
  void unlock_refusedByTheServer_saysSoAndDoesNotThrow() {
    SimpleLock lock = locked(Duration.ofSeconds(1), Duration.ofSeconds(10));
    server.disturbed(Duration.ZERO, Duration.ZERO, Fate.REFUSED);
    lock.unlock();
    assertThat(log()).contains("refused", "NOPERM").doesNotContain(NOT_ALONE);
  }

  @Test
  void unlock_afterAtMostFor_warns() {
    locked(AT_MOST, Duration.ZERO).unlock();
    assertThat(log()).contains(NOT_ALONE);
  }

  /**
   * One task and one server.
   *
   * @param worked how long the task took
   * @param owed how much of at-least-for was left then
   * @param isTaken whether the lock was taken away meanwhile
   * @param there how long the request takes
   * @param back how long the answer takes
   */
  private record Case(
      int seed,
      Duration worked,
      Duration owed,
      boolean isTaken,
      Duration there,
      Duration back,
      Fate fate) {

    static Case of(int seed) {
      SplittableRandom random = new SplittableRandom(seed);
      return new Case(
          seed,
          millis(random, 5_000),
          millis(random, random.nextBoolean() ? 30 : 1_000),
          random.nextInt(4) == 0,
          millis(random, random.nextBoolean() ? 1 : 300),
          millis(random, random.nextBoolean() ? 30 : 600),
          fate(random));
    }

    private static Fate fate(SplittableRandom random) {
      return switch (random.nextInt(8)) {
        case 0 -> Fate.DONE_WITHOUT_ANSWER;
        case 1 -> Fate.NEITHER;
        default -> Fate.ANSWERED;
      };
    }

    private static Duration millis(SplittableRandom random, int bound) {
      return Duration.ofMillis(random.nextInt(bound));
    }

    /** Nothing is owed, so it is released; or what is owed is not over before the answer. */
    boolean isAnsweredInTime() {
      return owed.isZero() || (fate == Fate.ANSWERED && there.plus(back).compareTo(owed) < 0);
    }
  }
}
