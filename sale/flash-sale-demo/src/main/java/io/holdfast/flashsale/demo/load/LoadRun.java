package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.demo.Service;
import io.holdfast.flashsale.demo.http.HttpLoad;
import io.holdfast.flashsale.door.UserTokens;
import io.holdfast.flashsale.load.Pace;
import io.holdfast.flashsale.load.Tally;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** One load run: a sale, its buyers, what happens meanwhile, and what became of it. Not thread-safe. */
public final class LoadRun {

  private static final Duration REPLY_LIMIT = Duration.ofSeconds(5);
  private static final Duration FOR_EVER = Duration.ofHours(2);
  private static final double AT_ONCE = 1e9;
  private static final int SOME_BUYERS = 20_000;
  private static final int CALM_RATE = 2_000;
  private static final Executor OWN_THREAD = task -> new Thread(task, "load-happening").start();

  private final Service service;
  private final LoadOptions options;
  private final PrintStream out;

  /** A run at that service. */
  public LoadRun(Service service, LoadOptions options, PrintStream out) {
    this.service = service;
    this.options = options;
    this.out = out;
  }

  /**
   * What came out.
   *
   * @param saleId of the sale that was made for it
   * @param told what buyers were told
   * @param tally how fast
   * @param verdict whether it is true
   */
  public record Result(long saleId, Told told, Tally tally, Verdict verdict) {}

  /** Sells, while that happens, and checks. */
  public Result run(Happening happening) throws IOException, InterruptedException, SQLException {
    AdminApi admin = new AdminApi(service.uris().get(0), service.adminToken());
    long sale = admin.create(
        "Load run", options.rung(), options.stock(), Duration.ZERO, Duration.ofDays(1));
    out.printf(
        "Sale %d: %,d buyers, %,d units, rung %d, %d instance(s), %s%n",
        sale,
        options.buyers(),
        options.stock(),
        options.rung(),
        service.uris().size(),
        options.rate() == 0
            ? "as fast as it goes"
            : String.format(Locale.ROOT, "%,d a second", options.rate()));
    try (Checking checking = new Checking(service)) {
      double calmMillis = options.hasDisturbers() ? calm(admin) : 0;
      Purchases purchases = purchases(sale, "b", options.buyers());
      Tally tally;
      try (Disturbers disturbers = new Disturbers(
          service,
          options,
          sale,
          new UserTokens(service.userSecret(), Clock.systemUTC()).issue("slow"))) {
        tally = sell(sale, purchases, checking, happening);
        if (options.hasDisturbers()) {
          disturbers.report(out);
          Report.disturbed(out, calmMillis, tally.millisAt(99));
        }
      }
      Told told = purchases.told().and(askSoldOut(sale));
      Duration settle = Duration.ofSeconds(options.settleSeconds());
      Verdict verdict = checking.verdict(sale, told, settle);
      Report.persisted(out, checking.persisted(sale));
      Report.money(out, checking.money(sale));
      Report.verdict(out, verdict);
      return new Result(sale, told, tally, verdict);
    }
  }

  /** The same without anybody in the way, once to warm up and once to measure: 99 of 100 waited no longer. */
  private double calm(AdminApi admin) throws IOException, InterruptedException {
    int some = Math.min(options.buyers(), SOME_BUYERS);
    int perSecond = options.rate() == 0 ? CALM_RATE : options.rate();
    double millis = 0;
    for (String prefix : List.of("warm", "calm")) {
      long sale = admin.create(
          "Load run, " + prefix,
          options.rung(),
          options.stock(),
          Duration.ZERO,
          Duration.ofDays(1));
      Buyers buyers =
          new Buyers(new Pace(perSecond, some, some), purchases(sale, prefix, some), FOR_EVER);
      load(buyers);
      millis = buyers.tally().millisAt(99);
    }
    return millis;
  }

  private Purchases purchases(long sale, String prefix, int buyers) {
    return new Purchases(
        sale, prefix, buyers, new UserTokens(service.userSecret(), Clock.systemUTC())::issue);
  }

  private Tally sell(long sale, Purchases purchases, Checking checking, Happening happening)
      throws IOException {
    boolean isOpenLoop = options.rate() != 0;
    Pace pace = isOpenLoop
        ? new Pace(options.rate(), options.buyers(), options.buyers())
        : new Pace(AT_ONCE, options.buyers(), allConnections());
    Buyers buyers = new Buyers(pace, purchases, FOR_EVER);
    try (Progress progress = new Progress(buyers.counts(), checking, sale, out)) {
      CompletableFuture<Void> happened = CompletableFuture.runAsync(
          () -> {
            try {
              happening.during(sale, buyers.counts(), progress::news);
            } catch (InterruptedException e) {
              throw new CompletionException(e); // nobody interrupts it
            }
          },
          OWN_THREAD);
      load(buyers);
      buyers.counts().end();
      happened.join();
    }
    Report.load(out, buyers.tally(), buyers.counts(), isOpenLoop);
    return buyers.tally();
  }

  private Told askSoldOut(long sale) throws IOException {
    if (options.soldOutSeconds() == 0) {
      return new Told(Set.of(), Set.of());
    }
    Purchases wishes = purchases(sale, "late", 10_000);
    Buyers late = new Buyers(
        new Pace(AT_ONCE, 200_000L * options.soldOutSeconds(), allConnections()),
        new LateWishes(wishes),
        Duration.ofSeconds(options.soldOutSeconds()));
    load(late);
    Report.soldOut(out, late.tally());
    return wishes.told();
  }

  private int allConnections() {
    return options.connections() * service.uris().size();
  }

  private void load(Buyers buyers) throws IOException {
    try (HttpLoad http = new HttpLoad(service.uris(), options.connections(), REPLY_LIMIT)) {
      http.run(buyers);
    }
  }
}
