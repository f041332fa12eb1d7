package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.demo.Service;
import io.holdfast.flashsale.demo.http.HttpLoad;
import io.holdfast.flashsale.door.UserTokens;
import io.holdfast.flashsale.load.Pace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** What tests do in a shop that runs. */
final class Shop implements AutoCloseable {

  private final Service service;
  private final UserTokens tokens;
  private final JdbcClient jdbc;
  private final Checking checking;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Shop(Service service) {
    this.service = service;
    this.tokens = new UserTokens(service.userSecret(), Clock.systemUTC());
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(service.jdbcUrl());
    this.jdbc = JdbcClient.create(database);
    this.checking = new Checking(service);
  }

  AdminApi admin() {
    return new AdminApi(service.uris().get(0), service.adminToken());
  }

  JsonNode sale(long saleId) throws IOException, InterruptedException {
    for (JsonNode sale : admin().sales()) {
      if (sale.path("id").asString().equals(Long.toString(saleId))) {
        return sale;
      }
    }
    throw new IllegalStateException("no sale " + saleId);
  }

  Told buyAll(long saleId, String prefix, int buyers) throws IOException {
    Purchases purchases = new Purchases(saleId, prefix, buyers, tokens::issue);
    try (HttpLoad load = new HttpLoad(service.uris(), 16, Duration.ofSeconds(5))) {
      load.run(new Buyers(new Pace(1e9, buyers, 32), purchases, Duration.ofMinutes(1)));
    }
    return purchases.told();
  }

  Verdict verdict(long saleId, Told told) {
    return checking.verdict(saleId, told, Duration.ofMinutes(5));
  }

  int count(long saleId, String status) {
    return jdbc.sql("select count(*) from orders where sale_id = ? and status = ?")
        .params(saleId, status)
        .query(Integer.class)
        .single();
  }

  /** Lets the time of all orders be over now, while all are being paid at both instances; how each payment ended. */
  Map<UUID, Integer> payAllWhileTheyExpire(long saleId) {
    Map<UUID, CompletableFuture<Integer>> payments = new LinkedHashMap<>();
    jdbc.sql("select id, user_id from orders where sale_id = ? order by id")
        .param(saleId)
        .query((row, number) -> Map.entry(row.getObject(1, UUID.class), row.getString(2)))
        .list()
        .forEach(order -> {
          if (payments.size() == 100) {
            payments.values().stream()
                .limit(50)
                .forEach(CompletableFuture::join); // so that some are in time
            jdbc.sql("update orders set pay_by = now() where sale_id = ?")
                .param(saleId)
                .update();
          }
          URI instance = service.uris().get(payments.size() % service.uris().size());
          payments.put(order.getKey(), pay(instance, order.getKey(), order.getValue()));
        });
    Map<UUID, Integer> statuses = new LinkedHashMap<>();
    payments.forEach((order, status) -> statuses.put(order, status.join()));
    return statuses;
  }

  private CompletableFuture<Integer> pay(URI instance, UUID order, String user) {
    HttpRequest request = HttpRequest.newBuilder(
            instance.resolve("/api/v1/orders/" + order + "/payment"))
        .header("Authorization", "Bearer " + tokens.issue(user))
        .timeout(Duration.ofSeconds(30))
        .POST(BodyPublishers.noBody())
        .build();
    return http.sendAsync(request, BodyHandlers.discarding())
        .thenApply(response -> response.statusCode());
  }

  @Override
  public void close() {
    checking.close();
  }
}
