package io.holdfast.flashsale.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.demo.DemoStage;
import io.holdfast.flashsale.demo.Secrets;
import io.holdfast.flashsale.demo.instance.InstanceProcess;
import io.holdfast.flashsale.demo.load.LoadRun.Result;
import io.holdfast.flashsale.demo.servers.Servers.Durability;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RespClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two instances as processes on a real Redis ({@code appendfsync always}) and a real PostgreSQL ({@code fsync}
 * on); things die in the middle of a sale; afterwards every promise was kept.
 */
@Tag("thorough")
class CrashMatrixIT {

  private static final int BUYERS = 1_500;
  private static final int STOCK = 500;
  private static final int RATE = 500;

  /** Seconds until which what was accepted must be in the database; instances that died have to start first. */
  private static final int SETTLE = 300;

  @TempDir
  static Path directory;

  private static final List<String> NEWS = new CopyOnWriteArrayList<>();
  private static DemoStage stage;

  @BeforeAll
  static void start() throws InterruptedException {
    List<String> settings = new ArrayList<>(LoadCommand.SETTINGS);
    settings.add("--flash-sale.payments.max-at-once=600"); // all orders are paid at once
    settings.add("--flash-sale.payments.ask-again-after=2s");
    settings.add("--demo.halt=true");
    settings.add("--holdfast.lease-time=3s");
    stage = DemoStage.start(
        new DemoStage.Setting(directory, 2, 18_180, Durability.ALWAYS, settings, NEWS::add),
        Secrets.random());
  }

  @AfterAll
  static void end() {
    stage.close();
  }

  /** Also from the database, which may still be starting: they are ready without it. */
  @BeforeEach
  void allAnswer() throws InterruptedException {
    for (InstanceProcess instance : stage.fleet().instances()) {
      instance.awaitReady(Duration.ofMinutes(2));
    }
    try (Shop shop = new Shop(stage.service())) {
      Eventually.within(Duration.ofSeconds(SETTLE))
          .eventually("the service answers from its database", () -> {
            try {
              return shop.admin().sales() != null;
            } catch (IOException e) {
              return false;
            }
          });
    }
    NEWS.clear();
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"ACCEPTED", "BATCH_READ", "BEFORE_COMMIT", "COMMITTED"})
  void sale_instanceKilledAtPoint_keepsEveryPromise(Point point) throws Exception {
    for (InstanceProcess instance :
        stage.fleet().instances()) { // whichever writes, and then the other
      halt(instance, point, point == Point.ACCEPTED ? 50 : 1);
    }
    Result result = run((saleId, counts, news) -> {});
    assertExact(result);
    assertThat(NEWS).as("instances that died").isNotEmpty();
  }

  @Test
  void sale_redisKilledAndRestarted_keepsEveryPromise() throws Exception {
    Result result = run((saleId, counts, news) -> {
      Happening.awaitAccepted(counts, STOCK / 3);
      stage.servers().redis().kill();
      stage.servers().redis().restart();
    });
    assertExact(result);
  }

  @Test
  void sale_postgresAwayForTenSeconds_keepsEveryPromise() throws Exception {
    LoadOptions options = options(10);
    assertExact(
        new LoadRun(stage.service(), options, System.out).run(new KillsAndOutage(stage, options)));
  }

  @Test
  void sale_entriesDeliveredTwiceAndInReverse_writesEachOrderOnce() throws Exception {
    Result result = run((saleId, counts, news) -> {
      stage.servers().postgres().stop(); // so that entries wait
      Happening.awaitAccepted(counts, STOCK);
      repeatInReverse(saleId);
      stage.servers().postgres().start();
    });
    assertExact(result);
  }

  /** As from a snapshot: the log ends at a tenth, and Redis comes back with that. */
  @Test
  void sale_redisBackWithWhatItKnewAWhileAgo_keepsEveryPromise() throws Exception {
    Result result = runWithAPause((saleId, counts, news) -> {
      Happening.awaitAccepted(counts, STOCK / 10);
      stage.servers().redis().command("CONFIG", "SET", "appendonly", "no");
      Happening.awaitAccepted(counts, STOCK / 3);
      stage.servers().redis().kill();
      stage.servers().redis().restart();
    });
    assertExact(result);
    assertThat(epoch(result)).as("it was noticed").isGreaterThan(1);
  }

  @Test
  void sale_streamLostWhilePostgresIsAway_keepsEveryPromise() throws Exception {
    Result result = runWithAPause((saleId, counts, news) -> {
      stage.servers().postgres().stop(); // so that entries wait
      Happening.awaitAccepted(counts, STOCK / 3);
      stage.servers().redis().command("DEL", new KeySpace(saleId).stream());
      stage.servers().postgres().start();
    });
    assertExact(result);
    assertThat(epoch(result)).as("it was noticed").isGreaterThan(1);
  }

  @Test
  void sale_redisEmptied_keepsEveryPromise() throws Exception {
    Result result = runWithAPause((saleId, counts, news) -> {
      Happening.awaitAccepted(counts, STOCK / 3);
      stage.servers().redis().command("FLUSHALL");
    });
    assertExact(result);
    assertThat(epoch(result)).as("it was noticed").isGreaterThan(1);
  }

  private static long epoch(Result result) throws Exception {
    try (Shop shop = new Shop(stage.service())) {
      return shop.sale(result.saleId()).path("epoch").asLong();
    }
  }

  @Test
  void orders_paidWhileTheyExpire_areOneOrTheOther() throws Exception {
    Result sold = run(Happening.NOTHING);
    try (Shop shop = new Shop(stage.service())) {
      Map<UUID, Integer> statuses = shop.payAllWhileTheyExpire(sold.saleId());
      assertThat(statuses).hasSize(STOCK);
      assertThat(statuses.values()).containsOnly(200, 409);
      Eventually.within(Duration.ofSeconds(SETTLE))
          .eventually(
              "nothing waits for payment",
              () -> shop.count(sold.saleId(), "AWAITING_PAYMENT") == 0);
      assertThat(shop.count(sold.saleId(), "PAID")).isEqualTo((int)
          statuses.values().stream().filter(status -> status == 200).count());
      int over = shop.count(sold.saleId(), "EXPIRED");
      List<Told> told = new ArrayList<>(List.of(sold.told()));
      Eventually.within(Duration.ofSeconds(SETTLE))
          .eventually("the units of orders that are over come back and are sold again", () -> {
            told.add(
                both(last(told), shop.buyAll(sold.saleId(), "rest" + told.size() + "-", STOCK)));
            return last(told).accepted().size() >= STOCK + over;
          });
      assertThat(last(told).accepted()).hasSize(STOCK + over);
      assertThat(shop.verdict(sold.saleId(), last(told)).word()).isEqualTo("EXACT");
    }
  }

  private static Told last(List<Told> told) {
    return told.get(told.size() - 1);
  }

  private static Told both(Told first, Told second) {
    Set<OrderId> accepted = new HashSet<>(first.accepted());
    accepted.addAll(second.accepted());
    Set<OrderId> unknown = new HashSet<>(first.unknown());
    unknown.addAll(second.unknown());
    return new Told(accepted, unknown);
  }

  private static Result run(Happening happening) throws Exception {
    return new LoadRun(stage.service(), options(0), System.out).run(happening);
  }

  /** Who comes while the sale is being rebuilt is turned away: enough others must come after it. */
  private static Result runWithAPause(Happening happening) throws Exception {
    return new LoadRun(
            stage.service(),
            new LoadOptions(8 * BUYERS, STOCK, 11, RATE, 16, 0, 0, 0, SETTLE, 0, 0),
            System.out)
        .run(happening);
  }

  private static LoadOptions options(int stopPostgresSeconds) {
    return new LoadOptions(BUYERS, STOCK, 11, RATE, 16, 0, stopPostgresSeconds, 0, SETTLE, 0, 0);
  }

  private static void assertExact(Result result) {
    assertThat(result.verdict().word()).isEqualTo("EXACT");
    assertThat(result.verdict().orders()).isEqualTo(STOCK);
    assertThat(result.told().accepted()).hasSize(STOCK);
    assertThat(result.told().unknown()).isEmpty();
  }

  private static void halt(InstanceProcess instance, Point point, int times)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(
            instance.uri().resolve("/demo/halt/" + point + "/" + times))
        .POST(BodyPublishers.noBody())
        .build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode())
        .isEqualTo(200);
  }

  private static void repeatInReverse(long saleId) {
    String stream = new KeySpace(saleId).stream();
    try (RespClient redis = stage.servers().redis().connect()) {
      List<Object> entries = new ArrayList<>((List<?>) redis.command("XRANGE", stream, "-", "+"));
      assertThat(entries).isNotEmpty();
      Collections.reverse(entries);
      for (Object entry : entries) {
        List<String> command = new ArrayList<>(List.of("XADD", stream, "*"));
        for (Object field : (List<?>) ((List<?>) entry).get(1)) {
          command.add(String.valueOf(field));
        }
        redis.command(command.toArray(String[]::new));
      }
    }
  }
}
