package io.holdfast.flashsale.demo;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.flashsale.demo.servers.Servers;
import io.holdfast.flashsale.demo.servers.Servers.Durability;
import io.holdfast.flashsale.lab.Lab;
import io.holdfast.flashsale.lab.RunRequest;
import io.holdfast.flashsale.lab.RunView;
import io.holdfast.flashsale.lab.RungRun;
import io.holdfast.flashsale.ladder.InstanceFault;
import io.holdfast.flashsale.ladder.RungInfo;
import io.holdfast.flashsale.ladder.Rungs;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;

/** Runs every rung of the ladder once, each under its own fault, and says how it came out. */
final class OnceCommand {

  private static final String ROW = "%-4s  %-28s  %8s  %6s  %8s  %5s  %8s  %8s  %-14s  %s%n";

  private OnceCommand() {}

  /** Whether each rung came out as its explanation says. */
  static boolean run(Arguments arguments, PrintStream out)
      throws IOException, InterruptedException {
    int buyers = arguments.number("--buyers", 1, RunRequest.MOST_BUYERS, 400);
    int stock = arguments.number("--stock", 1, RunRequest.MOST_STOCK, 100);
    arguments.requireNoOther();
    Path data = Files.createTempDirectory("flash-sale-once-");
    try (Servers servers = Servers.start(data, Durability.ALWAYS);
        HikariDataSource database = database(servers);
        Lab lab = new Lab(RedisURI.create(servers.redis().uri()), database)) {
      Flyway.configure().dataSource(database).load().migrate();
      out.printf(
          "Each rung: %d buyers, %d units, two instances, the fault it cannot bear.%n%n",
          buyers, stock);
      out.printf(
          ROW,
          "rung",
          "",
          "accepted",
          "orders",
          "oversold",
          "lost",
          "buys/s",
          "p99, ms",
          "verdict",
          "");
      AtomicInteger printed = new AtomicInteger();
      List<Integer> all = Rungs.all().stream().map(RungInfo::number).toList();
      RunView run = lab.runAll(
          new RunRequest(all, buyers, stock, 2, InstanceFault.OWN),
          soFar -> print(soFar, printed, out));
      print(run, printed, out);
      return isAsExpected(run, out);
    } finally {
      Servers.delete(data);
    }
  }

  private static HikariDataSource database(Servers servers) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(servers.postgres().jdbcUrl());
    config.setMaximumPoolSize(40);
    return new HikariDataSource(config);
  }

  private static synchronized void print(RunView run, AtomicInteger printed, PrintStream out) {
    while (printed.get() < run.rungs().size()
        && run.rungs().get(printed.get()).state() == RungRun.State.DONE) {
      RungRun rung = run.rungs().get(printed.getAndIncrement());
      RungInfo info = Rungs.all().get(rung.number() - 1);
      out.printf(
          ROW,
          rung.number(),
          info.name(),
          rung.accepted(),
          rung.orders(),
          rung.oversold(),
          rung.lost(),
          String.format("%.0f", rung.perSecond()),
          String.format("%.1f", rung.p99Millis()),
          rung.verdict(),
          Boolean.TRUE.equals(rung.asExpected())
              ? "as expected: " + info.breaks()
              : "NOT AS EXPECTED, which is " + info.expected());
    }
  }

  private static boolean isAsExpected(RunView run, PrintStream out) {
    boolean isAsExpected = run.state() == RunView.State.DONE
        && run.rungs().stream().allMatch(rung -> Boolean.TRUE.equals(rung.asExpected()));
    out.println();
    out.println(
        isAsExpected
            ? "Every rung came out as it is explained."
            : "Not every rung came out as it is explained: " + run.state()
                + (run.error() == null ? "" : ", " + run.error()));
    return isAsExpected;
  }
}
