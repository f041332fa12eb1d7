package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.demo.DemoStage;
import io.holdfast.flashsale.demo.http.HttpLoad;
import io.holdfast.flashsale.demo.servers.Servers.Durability;
import io.holdfast.flashsale.door.UserTokens;
import io.holdfast.flashsale.load.Pace;
import io.holdfast.flashsale.load.Tally;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;

/** Single measurements over HTTP, on one stage. Not thread-safe. */
final class SpeedRun implements AutoCloseable {

  private static final Duration REPLY_LIMIT = Duration.ofSeconds(30);
  private static final Duration SETTLE = Duration.ofSeconds(60);
  private static final double AT_ONCE = 1e9;

  private final DemoStage stage;
  private final int connections;
  private final AdminApi admin;
  private final Checking checking;
  private int count;

  SpeedRun(DemoStage stage, int connections) {
    this.stage = stage;
    this.connections = connections;
    this.admin = new AdminApi(stage.service().uris().get(0), stage.service().adminToken());
    this.checking = new Checking(stage.service());
  }

  /**
   * How buying went.
   *
   * @param tally the answers
   * @param persisted the orders, from the first to the last transaction
   * @param verdict whether every promise was kept
   */
  record Bought(Tally tally, Persisted persisted, Verdict verdict) {}

  /** From now on Redis keeps so much. */
  void keep(Durability durability) {
    stage
        .servers()
        .redis()
        .command("CONFIG", "SET", "appendonly", durability == Durability.NONE ? "no" : "yes");
    stage
        .servers()
        .redis()
        .command(
            "CONFIG",
            "SET",
            "appendfsync",
            durability == Durability.ALWAYS ? "always" : "everysec");
  }

  /** Everybody gets one; so many come each second, or as fast as the connections allow if 0. */
  Bought buy(int perSecond, int seconds) throws Exception {
    int most = (perSecond == 0 ? 25_000 : perSecond) * seconds;
    long sale = admin.create("Speed", 11, most, Duration.ZERO, Duration.ofDays(1));
    Purchases purchases = purchases(sale, most);
    Buyers buyers = perSecond == 0
        ? atOnce(purchases, most, seconds)
        : new Buyers(new Pace(perSecond, most, most), purchases, Duration.ofHours(1));
    load(buyers);
    return bought(sale, purchases, buyers);
  }

  private Bought bought(long sale, Purchases purchases, Buyers buyers) throws Exception {
    checking.awaitPersisted(sale, purchases.told().accepted().size(), SETTLE);
    Persisted persisted = checking.persisted(sale);
    return new Bought(buyers.tally(), persisted, checking.verdict(sale, purchases.told(), SETTLE));
  }

  /** So many are accepted while the orders' table is locked; how fast they are written when it is free. */
  Bought drain(int orders) throws Exception {
    long sale = admin.create("Drain", 11, orders, Duration.ZERO, Duration.ofDays(1));
    Purchases purchases = purchases(sale, orders);
    Buyers buyers = atOnce(purchases, orders, 600);
    try (Connection connection = stage.servers().postgres().database().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("lock table orders in share mode"); // reading is allowed, writing waits
      load(buyers);
      connection.commit();
    }
    long freeNanos = System.nanoTime();
    checking.awaitPersisted(sale, orders, SETTLE);
    Persisted written =
        new Persisted(checking.persisted(sale).orders(), (System.nanoTime() - freeNanos) / 1e9);
    return new Bought(buyers.tally(), written, checking.verdict(sale, purchases.told(), SETTLE));
  }

  /** One unit, and then everybody is refused. */
  Tally soldOut(int seconds) throws Exception {
    long sale = admin.create("Sold out", 11, 1, Duration.ZERO, Duration.ofDays(1));
    Purchases purchases = purchases(sale, 20_000);
    load(atOnce(purchases, 1_000, seconds));
    Buyers buyers = atOnce(new LateWishes(purchases), 100_000 * seconds, seconds);
    load(buyers);
    return buyers.tally();
  }

  /** As the tutorials sell. */
  Tally tutorial(int seconds) throws IOException {
    String sale = "t" + count++;
    stage.servers().redis().command("SET", "tutorial:stock:" + sale, "100000000");
    Buyers buyers = atOnce(new TutorialWishes(sale), 100_000 * seconds, seconds);
    load(buyers);
    return buyers.tally();
  }

  private Buyers atOnce(Wishes wishes, int most, int seconds) {
    return new Buyers(
        new Pace(AT_ONCE, most, connections * stage.service().uris().size()),
        wishes,
        Duration.ofSeconds(seconds));
  }

  private Purchases purchases(long sale, int buyers) {
    UserTokens tokens = new UserTokens(stage.service().userSecret(), Clock.systemUTC());
    return new Purchases(sale, "s", buyers, tokens::issue);
  }

  private void load(Buyers buyers) throws IOException {
    try (HttpLoad http = new HttpLoad(stage.service().uris(), connections, REPLY_LIMIT)) {
      http.run(buyers);
    }
  }

  @Override
  public void close() throws SQLException {
    checking.close();
  }
}
