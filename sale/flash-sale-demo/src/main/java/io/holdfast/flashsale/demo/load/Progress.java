package io.holdfast.flashsale.demo.load;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Prints how far it is, once a second, and what happens in between. */
final class Progress implements AutoCloseable {

  private final Counts counts;
  private final Checking checking;
  private final long saleId;
  private final PrintStream out;
  private final long startNanos = System.nanoTime();
  private final Thread thread = new Thread(this::run, "load-progress");

  Progress(Counts counts, Checking checking, long saleId, PrintStream out) {
    this.counts = counts;
    this.checking = checking;
    this.saleId = saleId;
    this.out = out;
    thread.setDaemon(true);
    thread.start();
  }

  void news(String line) {
    out.printf("%5.1f s  ** %s%n", seconds(), line);
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(1);
        out.printf(
            "%5.1f s  asked %,d  answered %,d  accepted %,d  in the database %s%s%n",
            seconds(),
            counts.asked(),
            counts.answered(),
            counts.accepted(),
            orders(),
            counts.askedAgain() == 0 ? "" : "  asked again " + counts.askedAgain());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private String orders() {
    try {
      return String.format("%,d", checking.persisted(saleId).orders());
    } catch (SQLException away) {
      return "?";
    }
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
