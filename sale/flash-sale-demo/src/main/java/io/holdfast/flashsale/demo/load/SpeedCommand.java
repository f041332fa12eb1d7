package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.Arguments;
import io.holdfast.flashsale.demo.DemoStage;
import io.holdfast.flashsale.demo.Secrets;
import io.holdfast.flashsale.demo.load.SpeedRun.Bought;
import io.holdfast.flashsale.demo.servers.Servers;
import io.holdfast.flashsale.demo.servers.Servers.Durability;
import io.holdfast.flashsale.load.Tally;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Measures the production path over HTTP, and the tutorials' way in the same run. */
public final class SpeedCommand {

  private static final int FIRST_PORT = 18_280;
  private static final double SHARE = 0.7;
  private static final int ROUNDS = 3;
  private static final int MOST_WARM_UPS = 12;
  private static final int WARM_UP_SECONDS = 5;

  private final PrintStream out;
  private final SpeedRun run;
  private final int seconds;
  private boolean exact = true;

  private SpeedCommand(PrintStream out, SpeedRun run, int seconds) {
    this.out = out;
    this.run = run;
    this.seconds = seconds;
  }

  /** Measures and prints; whether every sale kept its promises. Figures decide nothing: machines differ. */
  public static boolean run(Arguments arguments, PrintStream out) throws Exception {
    int seconds = arguments.number("--seconds", 1, 120, 8);
    int instances = arguments.number("--instances", 1, 8, 2);
    int connections = arguments.number("--connections", 1, 1_000, 64);
    arguments.requireNoOther();
    List<String> settings = new ArrayList<>(LoadCommand.SETTINGS);
    settings.add("--demo.tutorial-lock=true");
    Path data = Files.createTempDirectory("flash-sale-speed-");
    try (DemoStage stage = DemoStage.start(
            new DemoStage.Setting(
                data, instances, FIRST_PORT, Durability.ALWAYS, settings, out::println),
            Secrets.random());
        SpeedRun run = new SpeedRun(stage, connections)) {
      out.printf(
          "%d cores, %d instances, %d connections each, %d s each; PostgreSQL with fsync and"
              + " synchronous_commit; generator on the same machine%n%n",
          Runtime.getRuntime().availableProcessors(), instances, connections, seconds);
      return new SpeedCommand(out, run, seconds).measure();
    } finally {
      Servers.delete(data);
    }
  }

  private boolean measure() throws Exception {
    warmUp();
    for (Durability durability : Durability.values()) {
      run.keep(durability);
      double perSecond = beside(durability);
      if (durability == Durability.ALWAYS) {
        paced((int) (SHARE * perSecond));
      }
    }
    run.keep(Durability.ALWAYS);
    soldOut();
    drain();
    out.println(exact ? "\nEvery sale: EXACT" : "\nNOT every sale was exact");
    return exact;
  }

  /** All paths, until buying gets no faster: a JVM that still compiles shows nothing. */
  private void warmUp() throws Exception {
    run.keep(Durability.NONE);
    double fastest = 0;
    int slower = 0;
    for (int round = 1; round <= MOST_WARM_UPS && slower < 2; round++) {
      double perSecond = run.buy(0, WARM_UP_SECONDS).tally().perSecond(Purchases.ACCEPTED);
      run.soldOut(2);
      run.tutorial(2);
      out.printf(Locale.ROOT, "warm-up, round %d: %,.0f buys/s%n", round, perSecond);
      slower = perSecond > 1.05 * fastest ? 0 : slower + 1;
      fastest = Math.max(fastest, perSecond);
    }
    out.println();
  }

  /** Rung 11 and the tutorials' way in turns; the median rate of rung 11. */
  private double beside(Durability durability) throws Exception {
    List<Double> rates = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      rates.add(buy(String.format("buys/s, %s, round %d", name(durability), round)));
      theirs.add(run.tutorial(seconds).perSecond(Purchases.ACCEPTED));
      ratios.add(last(rates) / last(theirs));
      out.printf(
          Locale.ROOT,
          "%-44s %,9.0f   rung 11 is %.1f times that%n",
          "  the tutorials' way",
          last(theirs),
          last(ratios));
    }
    out.printf(
        Locale.ROOT,
        "%-44s %,9.0f   the tutorials' way %,.0f: %.1f times that (%.1f - %.1f)%n%n",
        "median, " + name(durability),
        median(rates),
        median(theirs),
        median(ratios),
        Collections.min(ratios),
        Collections.max(ratios));
    return median(rates);
  }

  private static double last(List<Double> figures) {
    return figures.get(figures.size() - 1);
  }

  private static double median(List<Double> figures) {
    return figures.stream().sorted().toList().get(figures.size() / 2);
  }

  private double buy(String what) throws Exception {
    Bought bought = run.buy(0, seconds);
    check(bought);
    Tally tally = bought.tally();
    double perSecond = tally.perSecond(Purchases.ACCEPTED);
    out.printf(
        Locale.ROOT,
        "%-44s %,9.0f   persisted meanwhile %,.0f/s, refused %.1f %%   %s%n",
        what,
        perSecond,
        bought.persisted().perSecond(),
        100.0 * (tally.count() - tally.count(Purchases.ACCEPTED)) / tally.count(),
        bought.verdict().word());
    return perSecond;
  }

  private void soldOut() throws Exception {
    Tally tally = run.soldOut(seconds);
    out.printf(
        Locale.ROOT,
        "%-44s %,9.0f   %s%n",
        "answers/s once sold out",
        tally.perSecond(),
        tally.counts());
  }

  private void drain() throws Exception {
    Bought bought = run.drain(50_000);
    check(bought);
    out.printf(
        Locale.ROOT,
        "%-44s %,9.0f   %,d orders that had waited   %s%n",
        "orders persisted/s",
        bought.persisted().perSecond(),
        bought.persisted().orders(),
        bought.verdict().word());
  }

  private void paced(int perSecond) throws Exception {
    Bought bought = run.buy(perSecond, seconds);
    check(bought);
    Tally tally = bought.tally();
    out.printf(
        Locale.ROOT,
        "%-44s p50 %.1f, p99 %.1f, p99.9 %.1f, max %.1f ms; persisted meanwhile %,.0f/s   %s%n%n",
        String.format(Locale.ROOT, "at 70 %%: %,d buys/s, open loop", perSecond),
        tally.millisAt(50),
        tally.millisAt(99),
        tally.millisAt(99.9),
        tally.millisAt(100),
        bought.persisted().perSecond(),
        bought.verdict().word());
  }

  private void check(Bought bought) {
    exact &= bought.verdict().isExact();
  }

  private static String name(Durability durability) {
    return switch (durability) {
      case ALWAYS -> "appendfsync always";
      case EVERYSEC -> "appendfsync everysec";
      case NONE -> "no AOF";
    };
  }
}
