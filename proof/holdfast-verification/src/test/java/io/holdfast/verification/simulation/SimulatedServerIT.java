package io.holdfast.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.RespClient;
import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.testkit.memory.ScriptCatalogue;
import io.holdfast.testkit.memory.SimulatedScripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The simulated server answers as a real one: the same random calls to both give the same replies, the same keys
 * and the same messages. Always the same ones; {@code -Dsimulation.first} plays others, {@code
 * -Dsimulation.seed} repeats one.
 */
class SimulatedServerIT {

  private static final int SEQUENCES = 120;
  private static final int CALLS = 60;

  private static @Nullable RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server().close();
  }

  private static RedisServer server() {
    return Objects.requireNonNull(server);
  }

  @Test
  void sequences_random_giveTheSameRepliesKeysAndMessages() {
    Long replayed = Long.getLong("simulation.seed");
    long first = replayed != null ? replayed : Long.getLong("simulation.first", 1);
    int granted = 0;
    for (int i = 0; i < (replayed != null ? 1 : SEQUENCES); i++) {
      granted += play(first + i, SimulatedScripts::new);
    }
    System.out.printf("%d sequences from seed %d: %d grants%n", SEQUENCES, first, granted);
    assertThat(granted).isPositive();
  }

  /** A check nobody has seen fail proves nothing. */
  @Test
  void sequences_sabotagedServer_differ() {
    List<String> differences = new ArrayList<>();
    for (PlantedBugs bug : List.of(
        PlantedBugs.RELEASE_WITHOUT_OWNER_CHECK,
        PlantedBugs.LATE_COPIES_ARE_GRANTED,
        PlantedBugs.NO_EXPIRY,
        PlantedBugs.RELEASE_WITHOUT_MESSAGE)) {
      for (int seed = 0; seed < 100; seed++) {
        try {
          play(seed, bug::scripts);
        } catch (AssertionError e) {
          differences.add(bug + ": " + e.getMessage());
          break;
        }
      }
    }
    assertThat(differences).hasSize(4);
  }

  /** On a stale replica a request sent again may find its own grant from before others had the lock. */
  @Test
  void acquire_ownGrantBelowTheFloor_getsANewStamp() {
    try (RespClient commands = server().connect()) {
      commands.command("FLUSHALL");
      long first = stamp(commands, 0);
      long seen = first + 5_000_000;
      long second = stamp(commands, seen);
      assertThat(second).isGreaterThan(seen);
      assertThat(stamp(commands, 0)).as("a late copy changes nothing").isEqualTo(second);
    }
  }

  private static long stamp(RespClient commands, long floor) {
    List<String> arguments =
        List.of("x:1", "60000", String.valueOf(floor), String.valueOf(Long.MAX_VALUE), "7");
    List<?> reply = (List<?>) eval(commands, "acquire", arguments);
    assertThat(reply.get(0)).isEqualTo(1L);
    return (Long) reply.get(1);
  }

  /** A renewal that was stuck may run after a longer one. */
  @Test
  void renewal_late_extendsOrDoesNothing() {
    try (RespClient commands = server().connect()) {
      commands.command("FLUSHALL");
      assertThat(stamp(commands, 0)).isPositive();
      assertThat(eval(commands, "renew", List.of("1000", "extend", "x:1"))).isEqualTo(List.of(1L));
      assertThat((Long) commands.command("PTTL", "a")).isGreaterThan(30_000);
      assertThat(eval(commands, "renew", List.of("90000", "extend", "x:1"))).isEqualTo(List.of(1L));
      assertThat((Long) commands.command("PTTL", "a")).isGreaterThan(60_000);
      assertThat(eval(commands, "renew", List.of("20000", "set", "x:1", "PUBLISH", "c")))
          .isEqualTo(List.of(1L));
      assertThat((Long) commands.command("PTTL", "a")).isLessThanOrEqualTo(20_000);
    }
  }

  private static Object eval(RespClient commands, String script, List<String> arguments) {
    List<String> command =
        new ArrayList<>(List.of("EVAL", ScriptCatalogue.sourceOf(script), "1", "a"));
    command.addAll(arguments);
    return Objects.requireNonNull(commands.command(command.toArray(String[]::new)));
  }

  private static int play(long seed, BiFunction<Keyspace, Channels, SimulatedScripts> scripts) {
    try (RespClient commands = server().connect();
        RespClient listener = server().connect()) {
      commands.command("FLUSHALL");
      Twins twins = new Twins(commands, listener, scripts);
      SplittableRandom random = new SplittableRandom(seed);
      RandomCalls calls = new RandomCalls(twins, random);
      for (int i = 0; i < CALLS; i++) {
        String done = calls.next();
        assertThat(twins.difference()).as("seed %d, call %d: %s", seed, i, done).isEmpty();
      }
      return twins.grants();
    }
  }
}
