package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.deadLetters;
import static io.holdfast.flashsale.path.SaleStory.orders;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static io.holdfast.flashsale.path.SaleStory.verdict;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.reconcile.MemoryWatch;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.writer.Writers;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Redis has lost something: every row of the table in operations.md. */
class LostMemoryIT {

  private static final Duration OFTEN = Duration.ofMillis(100);

  @AfterEach
  void closeSales() { // so that no other test's writers take them for theirs
    Database.jdbc().sql("update sales set status = 'CLOSED', settled = null").update();
    Database.jdbc()
        .sql(
            "update sales set opens_at = now() - interval '10 days', ends_at = now() - interval '9 days'")
        .update();
    Database.jdbc()
        .sql("update sales set settled = status || ' ' || extract(epoch from ends_at)")
        .update();
  }

  /** A sale of twenty: five bought and kept, then the moment that Redis falls back to, then twelve more. */
  private static void story(
      RedisServer server, Consumer<Sale> moment, BiConsumer<PathInstance, Sale> loss, int rebuilt) {
    try (PathInstance bob = new PathInstance("bob", server.uri());
        Writers writers = new Writers(bob.surroundings, false);
        MemoryWatch watch = new MemoryWatch(bob.surroundings, bob.memory, OFTEN)) {
      Sale sale = bob.sale(20, 1);
      writers.start();
      watch.start();
      bob.buyers(sale, 5);
      awaitWritten(bob, sale, 5);
      moment.accept(sale);
      bob.buyers(sale, 17);
      awaitWritten(bob, sale, 17);
      loss.accept(bob, sale);
      goesOn(bob, sale, rebuilt);
    }
  }

  /** All twenty are sold, to twenty users, and nobody was promised what does not exist. */
  private static void goesOn(PathInstance bob, Sale sale, int rebuilt) {
    within(Duration.ofSeconds(20)).eventually(() -> {
      assertThat(bob.buy(sale, "user-0", "second", 1)).isNotInstanceOf(Accepted.class);
      assertThat(bob.buy(sale, "user-17")).isInstanceOf(Accepted.class);
    });
    bob.buyers(bob.store.get(sale.id()), 20);
    assertThat(bob.buy(sale, "zoe")).isNotInstanceOf(Accepted.class);
    assertThat(verdict(bob, sale, 20).word()).isEqualTo("EXACT");
    assertThat(deadLetters(sale)).isEmpty();
    assertThat(bob.store.get(sale.id()).status()).isEqualTo(SaleStatus.OPEN);
    assertThat(findings(sale)).hasSize(rebuilt);
    assertThat(bob.store.get(sale.id()).epoch()).isEqualTo(1 + rebuilt);
  }

  private static void awaitRebuilt(PathInstance at, Sale sale) {
    within(Duration.ofSeconds(15)).eventually(() -> {
      assertThat(at.store.get(sale.id()).epoch()).isEqualTo(2);
      assertThat(at.store.get(sale.id()).status()).isEqualTo(SaleStatus.OPEN);
    });
  }

  private static List<String> findings(Sale sale) {
    return Database.jdbc()
        .sql("select detail from findings where sale_id = ?")
        .param(sale.id())
        .query(String.class)
        .list();
  }

  // ---- its process is killed

  @Test
  void killed_backFromASnapshot_isNoticed_beforeAnythingIsSoldTwice() {
    try (RedisServer server = RedisServer.start()) {
      story(
          server,
          sale -> server.command("SAVE"),
          (bob, sale) -> {
            server.kill();
            server.restart();
          },
          1);
    }
  }

  @Test
  void killed_backEmpty_isNoticed_andNothingIsLost() {
    try (RedisServer server = RedisServer.start()) {
      story(server, sale -> {}, (bob, sale) -> server.restartEmpty(), 1);
    }
  }

  @Test
  void killed_appendfsyncAlways_hasLostNothing_andIsNotRebuilt() {
    try (RedisServer server = RedisServer.builder().persistent().start()) {
      story(
          server,
          sale -> {},
          (bob, sale) -> {
            server.kill();
            server.restart();
          },
          0);
    }
  }

  @Test
  void powerLost_appendfsyncEverysec_theLastSecondIsMissing_isNoticed() {
    try (RedisServer server = RedisServer.builder()
        .config("appendonly", "yes")
        .config("appendfsync", "everysec")
        .start()) {
      Path log = Path.of(directory(server), "appendonly.aof");
      Path older = Path.of(directory(server), "older");
      story(
          server,
          sale -> copy(log, older),
          (bob, sale) -> {
            server.kill();
            copy(older, log); // what had got to the disk
            server.restart();
          },
          1);
    }
  }

  private static String directory(RedisServer server) {
    return String.valueOf(
        ((List<?>) Objects.requireNonNull(server.command("CONFIG", "GET", "dir"))).get(1));
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Nobody has written them, and Redis has forgotten them: the instance that promised them has not. */
  @Test
  void killed_withOrdersNotWritten_theirInstancePresentsThemAgain() {
    try (RedisServer server = RedisServer.start();
        PathInstance bob = new PathInstance("bob", server.uri());
        PathInstance carol = new PathInstance("carol", server.uri());
        MemoryWatch watch = new MemoryWatch(bob.surroundings, bob.memory, OFTEN);
        MemoryWatch other = new MemoryWatch(carol.surroundings, carol.memory, OFTEN);
        Writers writers = new Writers(bob.surroundings, false)) {
      Sale sale = bob.sale(20, 1);
      server.command("SAVE");
      bob.buyers(sale, 8);
      for (int i = 8; i < 17; i++) {
        carol.buy(sale, "user-" + i);
      }
      server.kill();
      server.restart();
      watch.start();
      other.start();
      writers.start();
      awaitWritten(bob, sale, 17);
      goesOn(bob, sale, 1);
    }
  }

  // ---- a replica takes its place

  @Test
  void failover_toAReplicaThatWasBehind_isNoticed() {
    try (SentinelGroup sentinels = SentinelGroup.start(1);
        PathInstance bob = new PathInstance("bob", sentinels.uri());
        Writers writers = new Writers(bob.surroundings, false);
        MemoryWatch watch = new MemoryWatch(bob.surroundings, bob.memory, OFTEN)) {
      Sale sale = bob.sale(20, 1);
      writers.start();
      watch.start();
      bob.buyers(sale, 5);
      awaitWritten(bob, sale, 5);
      RedisServer primary = sentinels.primary();
      primary.awaitReplicas(1);
      RedisServer replica =
          sentinels.servers().stream().filter(one -> one != primary).findFirst().orElseThrow();
      replica.pause();
      primary.killReplicaConnections(); // it hears nothing more
      bob.buyers(sale, 17);
      awaitWritten(bob, sale, 17);
      primary.kill();
      replica.resume();
      sentinels.awaitPrimaryOtherThan(primary);
      goesOn(bob, sale, 1);
    }
  }

  // ---- keys are gone, the server is not

  @ParameterizedTest
  @ValueSource(strings = {"sale", "answers", "users", "reserved", "released"})
  void key_deletedOrEvicted_isNoticed(String key) {
    story(
        Redis.server(),
        sale -> {},
        (bob, sale) -> {
          Redis.server().command("DEL", "fs:{" + sale.id() + "}:" + key);
          awaitRebuilt(bob, sale);
        },
        1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stream_lostOrCut_ordersThatWereNotWrittenAreQueuedAgain(boolean whole) {
    try (PathInstance bob = new PathInstance("bob", Redis.uri());
        MemoryWatch watch = new MemoryWatch(bob.surroundings, bob.memory, OFTEN);
        Writers writers = new Writers(bob.surroundings, false)) {
      Sale sale = bob.sale(20, 1);
      bob.buyers(sale, 17);
      String stream = new KeySpace(sale.id()).stream();
      if (whole) {
        Redis.server().command("DEL", stream);
      } else {
        Redis.server().command("XTRIM", stream, "MAXLEN", "3");
      }
      assertThat(orders(sale)).isZero();
      watch.start();
      writers.start();
      within(Duration.ofSeconds(10)).eventually(() -> assertThat(orders(sale)).isEqualTo(17));
      goesOn(bob, sale, 1);
    }
  }

  // ---- what an instance cannot see

  /** Redis was set back, and by the time anybody looks it has given out the same stamps again, to others. */
  @Test
  void setBack_andGoneOnAsFarAsItWas_isNoticedByTheWriter() {
    try (PathInstance bob = new PathInstance("bob", Redis.uri());
        Writers writers = new Writers(bob.surroundings, false)) {
      Sale sale = bob.sale(20, 1);
      writers.start();
      bob.buyers(sale, 5);
      awaitWritten(bob, sale, 5);
      copyKeys(sale, "", ":older");
      bob.buyers(sale, 8);
      awaitWritten(bob, sale, 8);
      copyKeys(sale, ":older", "");
      try (PathInstance carol = new PathInstance("carol", Redis.uri());
          MemoryWatch watch = new MemoryWatch(carol.surroundings, carol.memory, OFTEN)) {
        for (int i = 8; i < 17; i++) { // carol knows nothing of the stamps that bob has seen
          PurchaseAnswer answer = carol.buy(sale, "user-" + i);
          assertThat(answer).isInstanceOf(Accepted.class);
        }
        within(Duration.ofSeconds(10)).eventually(() -> assertThat(orders(sale)).isEqualTo(17));
        watch.start();
        awaitRebuilt(carol, sale);
        goesOn(carol, sale, 1);
        assertThat(findings(sale).get(0)).contains("made again");
      }
    }
  }

  private static void copyKeys(Sale sale, String from, String to) {
    for (String key : List.of("sale", "answers", "users", "reserved", "stream", "released")) {
      String name = "fs:{" + sale.id() + "}:" + key;
      Redis.server().command("COPY", name + from, name + to, "REPLACE");
    }
  }

  @Test
  void postgresAway_theSaleIsPausedAllTheSame_andRebuiltAfterwards() {
    Database.Link link = new Database.Link();
    try (PathInstance bob = new PathInstance("bob", Redis.uri(), link, Points.NONE);
        MemoryWatch watch = new MemoryWatch(bob.surroundings, bob.memory, Duration.ofHours(1));
        Writers writers = new Writers(bob.surroundings, false)) {
      Sale sale = bob.sale(20, 1);
      bob.buyers(sale, 17);
      watch.round();
      link.cut();
      Redis.server().command("DEL", new KeySpace(sale.id()).stream());
      watch.round();
      assertThat(Redis.server().command("HGET", new KeySpace(sale.id()).sale(), "status"))
          .isEqualTo("PAUSED");
      assertThat(orders(sale)).isZero();
      link.heal();
      writers.start();
      within(Duration.ofSeconds(15)).eventually(() -> {
        watch.round();
        assertThat(bob.buy(sale, "user-17")).isInstanceOf(Accepted.class);
      });
      assertThat(orders(sale)).isGreaterThanOrEqualTo(17);
    }
  }

  /** What was given back is in the database as such; a Redis that does not know it would keep the units for ever. */
  @Test
  void unitsGivenBack_andForgotten_areForSaleAgain() {
    try (RedisServer server = RedisServer.start();
        PathInstance bob = new PathInstance("bob", server.uri());
        Writers writers = new Writers(bob.surroundings, false);
        MemoryWatch watch = new MemoryWatch(bob.surroundings, bob.memory, OFTEN);
        GiveBack giveBack = new GiveBack(Database.pool(), bob.memory, Duration.ofHours(1))) {
      Sale sale = bob.sale(20, 1);
      writers.start();
      bob.buyers(sale, 5);
      awaitWritten(bob, sale, 5);
      bob.orders.cancel(OrderId.of(sale.id(), "user-4", "first"), "user-4");
      server.command("SAVE");
      giveBack.sweep();
      assertThat(standing(bob, sale).available()).isEqualTo(16);
      server.kill();
      server.restart();
      watch.start();
      awaitRebuilt(bob, sale);
      assertThat(standing(bob, sale).available()).isEqualTo(16);
      assertThat(bob.buy(sale, "user-4", "again", 1)).isInstanceOf(Accepted.class);
    }
  }
}
