package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.load.Tally;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;

/** Prints what a load run has found. */
final class Report {

  private Report() {}

  static void load(PrintStream out, Tally tally, Counts counts, boolean isOpenLoop) {
    long accepted = tally.count(Purchases.ACCEPTED);
    long unknown = tally.count(Wishes.UNKNOWN);
    Map<String, Long> refused = new TreeMap<>(tally.counts());
    refused.remove(Purchases.ACCEPTED);
    refused.remove(Wishes.UNKNOWN);
    long refusals = tally.count() - accepted - unknown;
    out.printf(
        "%nasked            %,10d   (asked again without an answer: %,d)%n",
        counts.asked(), counts.askedAgain());
    out.printf("accepted         %,10d%n", accepted);
    out.printf(
        "refused          %,10d   %.1f %% of all   %s%n",
        refusals, 100.0 * refusals / Math.max(1, tally.count()), refused);
    out.printf("unknown          %,10d%n", unknown);
    out.printf("answered/s       %,10.0f%n", tally.perSecond());
    if (isOpenLoop) {
      out.printf(
          "latency, ms      p50 %.2f   p99 %.2f   p99.9 %.2f   max %.2f   (from when a buyer came)%n",
          tally.millisAt(50), tally.millisAt(99), tally.millisAt(99.9), tally.millisAt(100));
    } else {
      out.printf("latency          not measured: buyers came as fast as others were answered%n");
    }
  }

  static void disturbed(PrintStream out, double calmMillis, double millis) {
    out.printf(
        "p99, ms          %.2f with disturbers, %.2f without: %.1f times%n",
        millis, calmMillis, millis / Math.max(0.01, calmMillis));
  }

  static void soldOut(PrintStream out, Tally tally) {
    out.printf("once sold out    %,10.0f   answers/s   %s%n", tally.perSecond(), tally.counts());
  }

  static void persisted(PrintStream out, Persisted persisted) {
    out.printf(
        "persisted        %,10d   orders, %,.0f/s over %.1f s%n",
        persisted.orders(), persisted.perSecond(), persisted.seconds());
  }

  static void money(PrintStream out, MoneyBooks books) {
    if (books.taken() + books.paid() + books.open() > 0) {
      out.printf(
          "money            %,10.2f   taken, %,.2f given back, %,.2f to be given back, %,.2f paid orders; open %d%n",
          books.taken() / 100.0,
          books.returned() / 100.0,
          books.due() / 100.0,
          books.paid() / 100.0,
          books.open());
    }
  }

  static void verdict(PrintStream out, Verdict verdict) {
    out.printf("verdict          %s   %s%n", verdict.word(), verdict);
  }
}
