package io.holdfast.benchmarks.scenario;

import static io.holdfast.benchmarks.contestant.Contestants.HOLDFAST;
import static io.holdfast.benchmarks.contestant.Contestants.HOLDFAST_ACKNOWLEDGED;
import static io.holdfast.benchmarks.contestant.Contestants.HOLDFAST_NO_HAND_OVER;
import static io.holdfast.benchmarks.contestant.Contestants.HOLDFAST_SHARED;
import static io.holdfast.benchmarks.contestant.Contestants.LOCK4J;
import static io.holdfast.benchmarks.contestant.Contestants.RAW_JEDIS;
import static io.holdfast.benchmarks.contestant.Contestants.RAW_LETTUCE;
import static io.holdfast.benchmarks.contestant.Contestants.RAW_LETTUCE_NO_TOKEN;
import static io.holdfast.benchmarks.contestant.Contestants.RAW_WAKE_UP;
import static io.holdfast.benchmarks.contestant.Contestants.REDISSON;
import static io.holdfast.benchmarks.contestant.Contestants.REDISSON_EPOLL;
import static io.holdfast.benchmarks.contestant.Contestants.SPRING_INTEGRATION;

import io.holdfast.benchmarks.client.PairsJob;
import io.holdfast.benchmarks.contestant.Contestants;
import io.holdfast.benchmarks.scenario.PairsEntry.Shape;
import io.holdfast.benchmarks.scenario.Scenario.Entrant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;

/** Every scenario there is, in the order they run. */
public final class Catalog {

  /** What {@code --quick} runs. */
  public static final List<String> QUICK =
      List.of("uncontended-1", "uncontended-16", "re-entry", "hot-2x16", "hand-over");

  /** Who takes part in it. */
  public static final Set<Contestants> QUICK_CONTESTANTS =
      Set.of(HOLDFAST, HOLDFAST_NO_HAND_OVER, REDISSON, RAW_LETTUCE, RAW_WAKE_UP);

  private static final int FEW_ROUNDS = 5;
  private static final int HOT_ROUNDS = 7; // longer ones

  private Catalog() {}

  /**
   * All of them.
   *
   * @param withVirtual whether there is a JDK with virtual threads
   */
  public static List<Scenario> all(boolean withVirtual) {
    List<Scenario> all = new ArrayList<>();
    all.add(pairs("uncontended-1", "1 thread, its own lock", Shape.own(1), uncontended()));
    all.add(pairs("uncontended-16", "16 threads, own locks", Shape.own(16), uncontended()));
    all.add(pairs("uncontended-64", "64 threads, own locks", Shape.own(64), uncontended()));
    all.add(pairs(
        "fence",
        "1 thread: the scripts with and without a token",
        Shape.own(1),
        List.of(RAW_LETTUCE, RAW_LETTUCE_NO_TOKEN)));
    all.add(pairs(
        "re-entry",
        "1 thread enters a lock it holds",
        new Shape(PairsJob.Names.HELD, 1, 1, false),
        List.of(HOLDFAST, REDISSON, SPRING_INTEGRATION)));
    all.add(pairs("hot-1x16", "one hot lock, 1 process × 16 threads", Shape.hot(1, 16), waiting()));
    all.add(
        pairs("hot-2x16", "one hot lock, 2 processes × 16 threads", Shape.hot(2, 16), waiting()));
    all.add(pairs("hot-4x8", "one hot lock, 4 processes × 8 threads", Shape.hot(4, 8), waiting()));
    all.add(new Scenario(
        "hand-over",
        "from release in one process to grant in another, one waiter",
        Figure.LATENCY_P50,
        0,
        entrants(
            List.of(HOLDFAST, REDISSON, REDISSON_EPOLL, SPRING_INTEGRATION, RAW_WAKE_UP),
            TurnsEntry::new)));
    all.add(replicated("acknowledged-1", "1 thread, its own lock, one replica", Shape.own(1)));
    all.add(replicated("acknowledged-16", "16 threads, own locks, one replica", Shape.own(16)));
    all.add(replicated(
        "acknowledged-hot",
        "one hot lock, 2 processes × 16 threads, one replica",
        Shape.hot(2, 16)));
    all.add(held("held", 10_000, List.of(HOLDFAST, REDISSON)));
    all.add(new Scenario(
        "names",
        "10,000 names waited for at once by one client",
        Figure.SERVED,
        1,
        entrants(List.of(HOLDFAST, REDISSON), (who, bench) -> new NamesEntry(who, 10_000, bench))));
    all.add(new Scenario(
        "churn",
        "100,000 distinct names locked and unlocked once",
        Figure.RATE,
        1,
        entrants(
            List.of(HOLDFAST, REDISSON), (who, bench) -> new ChurnEntry(who, 100_000, bench))));
    all.add(new Scenario(
        "scripts",
        "the commands of a pair, pipelined: server cost",
        Figure.RATE,
        0,
        entrants(List.of(HOLDFAST, REDISSON), ScriptsEntry::new)));
    all.add(new Scenario(
        "footprint",
        "what a client costs its process",
        Figure.JARS,
        1,
        entrants(List.of(HOLDFAST_SHARED, HOLDFAST, REDISSON), FootprintEntry::new)));
    if (withVirtual) {
      all.add(virtual("virtual", 10_000, 64));
    }
    all.addAll(growth(withVirtual));
    return all;
  }

  private static List<Scenario> growth(boolean withVirtual) {
    List<Scenario> all = new ArrayList<>();
    series(
        all,
        new int[] {1, 4, 16, 64, 256},
        n -> few(pairs(
            "growth-threads/" + n,
            n + " threads, own locks",
            Shape.own(n),
            List.of(HOLDFAST, REDISSON))));
    series(
        all,
        new int[] {1, 4, 16, 64, 256},
        n -> few(pairs(
            "growth-waiters/" + n,
            "one hot lock, 1 process × " + n + " threads",
            Shape.hot(1, n),
            List.of(HOLDFAST, REDISSON))));
    series(
        all,
        new int[] {1, 2, 4, 8},
        n -> few(pairs(
            "growth-processes/" + n,
            "one hot lock, " + n + " processes × 4 threads",
            Shape.hot(n, 4),
            List.of(HOLDFAST, REDISSON))));
    series(
        all,
        new int[] {1, 100, 10_000, 100_000},
        n -> new Scenario(
            "growth-names/" + n,
            "1 thread goes round over " + n + " names",
            Figure.RATE,
            FEW_ROUNDS,
            entrants(List.of(HOLDFAST, REDISSON), (who, bench) -> new CycleEntry(who, n, bench))));
    series(
        all,
        new int[] {1, 1_000, 10_000, 100_000},
        n -> held("growth-held/" + n, n, List.of(HOLDFAST)));
    if (withVirtual) {
      series(all, new int[] {100, 1_000, 10_000}, n -> few(virtual("growth-virtual/" + n, n, 0)));
    }
    return all;
  }

  private static void series(List<Scenario> all, int[] sizes, IntFunction<Scenario> scenario) {
    Arrays.stream(sizes).mapToObj(scenario).forEach(all::add);
  }

  private static List<Contestants> uncontended() {
    return List.of(
        HOLDFAST, REDISSON, REDISSON_EPOLL, SPRING_INTEGRATION, LOCK4J, RAW_LETTUCE, RAW_JEDIS);
  }

  private static List<Contestants> waiting() {
    return List.of(HOLDFAST, HOLDFAST_NO_HAND_OVER, REDISSON, SPRING_INTEGRATION, LOCK4J);
  }

  private static Scenario pairs(
      String name, String title, Shape shape, List<Contestants> contestants) {
    return new Scenario(
        name,
        title,
        Figure.RATE,
        shape.names() == PairsJob.Names.HOT ? HOT_ROUNDS : 0,
        entrants(contestants, (who, bench) -> PairsEntry.open(who, shape, bench, null)));
  }

  private static Scenario replicated(String name, String title, Shape shape) {
    return new Scenario(
        name,
        title,
        Figure.RATE,
        shape.names() == PairsJob.Names.HOT ? HOT_ROUNDS : 0,
        entrants(
            List.of(HOLDFAST_ACKNOWLEDGED, HOLDFAST, REDISSON),
            (who, bench) -> new ReplicatedEntry(who, shape, bench)));
  }

  private static Scenario held(String name, int count, List<Contestants> contestants) {
    return new Scenario(
        name,
        String.format("%,d held locks, watchdog on", count),
        Figure.COMMANDS_PER_PASS,
        1,
        entrants(contestants, (who, bench) -> new HeldEntry(who, count, bench)));
  }

  /** All on the newer JDK, so that only the kind of thread differs. */
  private static Scenario virtual(String name, int threads, int platformThreads) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(onNewerJdk("holdfast", Shape.hot(1, threads), true));
    if (platformThreads > 0) {
      entrants.add(onNewerJdk(
          "holdfast-" + platformThreads + "-platform", Shape.hot(1, platformThreads), false));
    }
    return new Scenario(
        name,
        String.format("one hot lock, %,d virtual threads", threads),
        Figure.RATE,
        0,
        entrants);
  }

  private static Entrant onNewerJdk(String label, Shape shape, boolean virtual) {
    Shape threads = new Shape(shape.names(), shape.processes(), shape.threads(), virtual);
    return new Entrant(
        label,
        HOLDFAST,
        bench ->
            PairsEntry.open(HOLDFAST, threads, bench, Objects.requireNonNull(bench.newerJava())));
  }

  private static Scenario few(Scenario scenario) {
    return new Scenario(
        scenario.name(), scenario.title(), scenario.main(), FEW_ROUNDS, scenario.entrants());
  }

  private interface ForContestant {
    Entry open(Contestants contestant, Bench bench);
  }

  private static List<Entrant> entrants(List<Contestants> contestants, ForContestant opener) {
    return contestants.stream()
        .map(who -> new Entrant(who.label(), who, bench -> opener.open(who, bench)))
        .toList();
  }
}
