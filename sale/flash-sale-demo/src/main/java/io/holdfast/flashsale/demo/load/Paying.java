package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.Service;
import io.holdfast.flashsale.door.UserTokens;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Buyers who pay for what they got while the sale goes on; one in twenty changes their mind and cancels at the same
 * moment. Who is not told that it is paid or over asks again. For one run.
 */
public final class Paying implements Happening {

  /** What instances are told, so that the provider is as bad as any: a tenth of this, a twentieth of that. */
  static final List<String> SETTINGS = List.of(
      "--flash-sale.provider.delay=20ms",
      "--flash-sale.provider.failure-rate=0.1",
      "--flash-sale.provider.lost-rate=0.05",
      "--flash-sale.provider.later-rate=0.1",
      "--flash-sale.provider.twice-rate=0.1",
      "--flash-sale.provider.webhook-delay=300ms",
      "--flash-sale.payments.ask-again-after=2s");

  private static final int AT_ONCE = 32;
  private static final int CANCELS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  private static final long HIGHEST_MILLIS = TimeUnit.MINUTES.toMillis(10);

  /** One who wants to pay. */
  private record Payer(UUID order, String user, long sinceNanos, long dueNanos) {}

  /** What a payer was told; null for nothing. */
  private record Told(Payer payer, @Nullable HttpResponse<String> answer) {}

  private final Service service;
  private final int payments;
  private final PrintStream out;
  private final UserTokens tokens;
  private final JdbcClient jdbc;
  private final HttpClient http = HttpClient.newBuilder()
      .version(HttpClient.Version.HTTP_1_1)
      .connectTimeout(LIMIT)
      .build();
  private final BlockingQueue<Told> answers = new LinkedBlockingQueue<>();
  private final Set<UUID> known = new HashSet<>();
  private final Map<UUID, Payer> waiting = new HashMap<>();
  private final Map<String, Integer> told = new TreeMap<>();
  private final Histogram millis = new Histogram(HIGHEST_MILLIS, 3);
  private int inFlight;
  private int done;

  /** So many of the orders of a run at that service. */
  public Paying(Service service, int payments, PrintStream out) {
    this.service = service;
    this.payments = payments;
    this.out = out;
    this.tokens = new UserTokens(service.userSecret(), Clock.systemUTC());
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(service.jdbcUrl());
    database.setConnectTimeout(2);
    this.jdbc = JdbcClient.create(database);
  }

  @Override
  public void during(long saleId, Counts counts, Consumer<String> news)
      throws InterruptedException {
    long deadline = Long.MAX_VALUE;
    while (done < payments) {
      boolean isOver = counts.isOver();
      boolean isAllThere = look(saleId, counts.accepted());
      if (isOver && isAllThere && waiting.isEmpty() && inFlight == 0) {
        break; // fewer were bought
      }
      if (isOver && deadline == Long.MAX_VALUE) {
        deadline = System.nanoTime() + LONGEST.toNanos();
      } else if (System.nanoTime() - deadline > 0 && isOver) {
        throw new IllegalStateException("payments did not end within " + LONGEST + ": " + told);
      }
      send();
      hear();
    }
    out.printf(
        "payments         %,10d   ended; told %s; until it was certain: ms p50 %d   p99 %d   max %d%n",
        done,
        told,
        millis.getValueAtPercentile(50),
        millis.getValueAtPercentile(99),
        millis.getMaxValue());
  }

  /** Takes up orders that are there by now; whether these are all that were accepted. */
  private boolean look(long saleId, int accepted) {
    if (known.size() >= payments) {
      return true;
    }
    try {
      jdbc.sql("""
          select id, user_id from orders where sale_id = ? and status = 'AWAITING_PAYMENT'
           order by created_at, id limit ?""")
          .params(saleId, payments * 2)
          .query((row, number) -> new Payer(
              row.getObject(1, UUID.class), row.getString(2), System.nanoTime(), System.nanoTime()))
          .list()
          .forEach(payer -> {
            if (known.size() < payments && known.add(payer.order())) {
              waiting.put(payer.order(), payer);
            }
          });
      return jdbc.sql("select count(*) from orders where sale_id = ?")
              .param(saleId)
              .query(Integer.class)
              .single()
          >= accepted;
    } catch (DataAccessException away) {
      return false;
    }
  }

  private void send() {
    long now = System.nanoTime();
    List<Payer> due = waiting.values().stream()
        .filter(payer -> now - payer.dueNanos() >= 0)
        .limit(AT_ONCE - inFlight)
        .toList();
    for (Payer payer : due) {
      waiting.remove(payer.order());
      inFlight++;
      CompletableFuture<?> unused = http.sendAsync(
              request(payer, "POST", "/payment"), BodyHandlers.ofString())
          .whenComplete((answer, failure) -> answers.add(new Told(payer, answer)));
      if (Math.floorMod(payer.order().hashCode(), CANCELS) == 0) {
        CompletableFuture<?> unused2 = http.sendAsync(
                request(payer, "DELETE", ""), BodyHandlers.discarding())
            .exceptionally(notHeard -> null); // then it is paid, which is as well
      }
    }
  }

  private HttpRequest request(Payer payer, String method, String path) {
    URI instance = service
        .uris()
        .get(Math.floorMod(payer.order().hashCode(), service.uris().size()));
    return HttpRequest.newBuilder(instance.resolve("/api/v1/orders/" + payer.order() + path))
        .header("Authorization", "Bearer " + tokens.issue(payer.user()))
        .timeout(LIMIT)
        .method(method, BodyPublishers.noBody())
        .build();
  }

  private void hear() throws InterruptedException {
    Told next = answers.poll(20, TimeUnit.MILLISECONDS);
    while (next != null) {
      inFlight--;
      String word = word(next.answer());
      told.merge(word, 1, Integer::sum);
      Payer payer = next.payer();
      long now = System.nanoTime();
      if (word.equals("paid") || word.equals("order-over")) {
        done++;
        millis.recordValue(
            Math.min(HIGHEST_MILLIS, TimeUnit.NANOSECONDS.toMillis(now - payer.sinceNanos())));
      } else {
        waiting.put(
            payer.order(),
            new Payer(payer.order(), payer.user(), payer.sinceNanos(), now + AGAIN_NANOS));
      }
      next = answers.poll();
    }
  }

  private static String word(@Nullable HttpResponse<String> answer) {
    if (answer == null) {
      return "nothing";
    }
    int type = answer.body().indexOf("/problems/");
    return switch (answer.statusCode()) {
      case 200 -> "paid";
      case 202 -> "under-way";
      default ->
        type < 0
            ? Integer.toString(answer.statusCode())
            : answer.body().substring(type + 10, answer.body().indexOf('"', type));
    };
  }
}
