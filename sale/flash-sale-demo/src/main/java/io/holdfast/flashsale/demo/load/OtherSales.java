package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.demo.Service;
import io.holdfast.flashsale.demo.http.HttpLoad;
import io.holdfast.flashsale.door.UserTokens;
import io.holdfast.flashsale.load.Pace;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Further sales beside the one that is loaded: every second one is over at once, in the others somebody buys now and then. They are
 * checked as well. Not thread-safe.
 */
final class OtherSales {

  private static final int UNITS = 10;
  private static final int BUYERS = 12;
  private static final double RATE = 50;
  private static final Duration REPLY_LIMIT = Duration.ofSeconds(5);

  private final Service service;
  private final Map<Long, Purchases> open = new LinkedHashMap<>();
  private final CompletableFuture<Void> bought;

  /** Makes so many, and lets people buy there from now on. */
  static OtherSales begin(Service service, int count, PrintStream out)
      throws IOException, InterruptedException {
    AdminApi admin = new AdminApi(service.uris().get(0), service.adminToken());
    UserTokens tokens = new UserTokens(service.userSecret(), Clock.systemUTC());
    Map<Long, Purchases> open = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      boolean ends = i % 2 == 0;
      long sale = admin.create(
          "Other sale " + i,
          11,
          UNITS,
          Duration.ZERO,
          ends ? Duration.ofSeconds(1) : Duration.ofDays(1));
      if (!ends) {
        open.put(sale, new Purchases(sale, "o", BUYERS, tokens::issue));
      }
    }
    if (count > 0) {
      out.printf("%d other sales, of which %d are over%n", count, count - open.size());
    }
    return new OtherSales(service, open);
  }

  private OtherSales(Service service, Map<Long, Purchases> open) {
    this.service = service;
    this.open.putAll(open);
    this.bought = CompletableFuture.runAsync(this::buy, task -> {
      Thread thread = new Thread(task, "load-other-sales");
      thread.setDaemon(true);
      thread.start();
    });
  }

  private void buy() {
    for (Purchases purchases : open.values()) {
      try (HttpLoad http = new HttpLoad(service.uris(), 2, REPLY_LIMIT)) {
        http.run(new Buyers(new Pace(RATE, BUYERS, BUYERS), purchases, Duration.ofMinutes(10)));
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    }
  }

  /** Waits until everybody is answered, and says whether every promise was kept; who met a pause may have gone away. */
  boolean areExact(Duration settleWithin, PrintStream out) {
    bought.join();
    int wrong = 0;
    try (Checking checking = new Checking(service)) {
      for (Map.Entry<Long, Purchases> sale : open.entrySet()) {
        Told told = sale.getValue().told();
        Verdict verdict = checking.verdict(
            sale.getKey(), new Told(told.accepted(), told.unknown()), settleWithin);
        if (!verdict.isExact()) {
          wrong++;
          out.printf("Other sale %d: %s %s%n", sale.getKey(), verdict.word(), verdict);
        }
      }
    }
    if (!open.isEmpty()) {
      out.printf(
          "Other sales: %d checked, %s%n", open.size(), wrong == 0 ? "EXACT" : wrong + " WRONG");
    }
    return wrong == 0;
  }
}
