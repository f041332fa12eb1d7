package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.web.Caller.Reply;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who is let in, who is told at once that it is in vain, and that nobody is told so for too long. */
class FrontDoorIT {

  private static Caller admin;

  @BeforeAll
  static void start() {
    admin = Caller.admin(WebInstance.alice());
  }

  private static Caller user() {
    return Caller.user(WebInstance.alice());
  }

  private static double fromMemory() {
    return WebInstance.alice()
        .bean(MeterRegistry.class)
        .get("flashsale.soldout.memory")
        .counter()
        .count();
  }

  /** A sale of one unit, sold to that buyer with the key "k", and this instance knows. */
  private static String knownAsSoldOut(Caller buyer) {
    String sale = admin.open(11, 1);
    assertThat(buyer.buy(sale, "k", 1).status()).isEqualTo(202);
    eventually(() -> {
      double before = fromMemory();
      assertThat(user().buy(sale).problem()).isEqualTo("sold-out");
      assertThat(fromMemory()).isEqualTo(before + 1);
    });
    return sale;
  }

  @Test
  void soldOut_known_replayStillHasItsAnswer() {
    Caller ann = user();
    String sale = knownAsSoldOut(ann);
    Reply again = ann.buy(sale, "k", 1);
    assertThat(again.status()).isIn(201, 202);
    assertThat(ann.buy(sale, "k", 2).problem()).isEqualTo("key-reused");
    assertThat(ann.buy(sale, "other", 1).problem()).isEqualTo("sold-out");
  }

  @Test
  void soldOut_knownAndRedisNotAsked_answeredAtOnce() {
    String sale = knownAsSoldOut(user());
    Servers.redis().pause();
    try {
      double before = fromMemory();
      assertThat(user().buy(sale).problem()).isEqualTo("sold-out");
      assertThat(fromMemory()).isEqualTo(before + 1);
    } finally {
      Servers.redis().resume();
    }
  }

  @Test
  void soldOut_restockedHere_sellsAgain() {
    String sale = knownAsSoldOut(user());
    admin.post("/api/v1/admin/sales/" + sale + "/restock", "{\"units\":1}");
    eventually(() -> assertThat(user().buy(sale).status()).isEqualTo(202));
  }

  @Test
  void soldOut_restockedAtAnotherInstance_sellsAgain() {
    String sale = knownAsSoldOut(user());
    admin.at(WebInstance.bob()).post("/api/v1/admin/sales/" + sale + "/restock", "{\"units\":1}");
    eventually(() -> assertThat(user().buy(sale).status()).isEqualTo(202));
  }

  @Test
  void soldOut_orderCancelled_unitIsForSaleAgain() {
    Caller ann = user();
    String sale = knownAsSoldOut(ann);
    String order = ann.buy(sale, "k", 1).header("Location");
    eventually(
        () -> assertThat(ann.send("DELETE", order, null).text("status")).isEqualTo("CANCELLED"));
    eventually(() -> assertThat(user().buy(sale).status()).isEqualTo(202));
  }

  @Test
  void rate_ofUser_limitedWithRetryAfter() {
    String sale = admin.open(11, 100);
    Caller ann = user().with("X-Forwarded-For", "203.0.113.77, " + address());
    for (int i = 0; i < 3; i++) {
      assertThat(ann.buy(sale).problem()).isIn("", "limit-reached");
    }
    Reply limited = ann.buy(sale);
    assertThat(limited.status()).isEqualTo(429);
    assertThat(limited.problem()).isEqualTo("rate-limited");
    assertThat(Integer.parseInt(limited.header("Retry-After"))).isPositive();
    eventually(() -> assertThat(ann.buy(sale).problem()).isEqualTo("limit-reached"));
  }

  @Test
  void rate_ofAddress_limitedWhoeverAsks() {
    String sale = admin.open(11, 100);
    String address = address();
    for (int i = 0; i < 8; i++) {
      assertThat(user().with("X-Forwarded-For", address).buy(sale).status()).isEqualTo(202);
    }
    assertThat(user().with("X-Forwarded-For", address).buy(sale).problem())
        .isEqualTo("rate-limited");
    assertThat(user().with("X-Forwarded-For", address()).buy(sale).status()).isEqualTo(202);
  }

  /** The limits are narrow here, and no limit of any sale. */
  @Test
  void rate_crowdOfBuyers_allUnitsAreSold() {
    String sale = admin.open(11, 30);
    for (int i = 0; i < 30; i++) {
      assertThat(user().with("X-Forwarded-For", address()).buy(sale).status()).isEqualTo(202);
    }
    assertThat(user().with("X-Forwarded-For", address()).buy(sale).problem()).isEqualTo("sold-out");
  }

  @Test
  void rate_trustedAddress_notLimited() {
    String sale = admin.open(11, 100);
    Caller ann = user();
    for (String ignored : Collections.nCopies(30, "")) {
      assertThat(ann.buy(sale).problem()).isIn("", "limit-reached");
    }
  }

  /** As HAProxy does it: what the proxy adds is a line of its own, after the ones that the caller has sent. */
  @Test
  void forwardedFor_callerSendsALineOfItsOwn_proxysLineCounts() {
    String sale = admin.open(11, 100);
    for (String forged : List.of("127.0.0.1", "198.51.100.9, 127.0.0.1", "nonsense")) {
      String address = address();
      int limited = 0;
      for (int i = 0; i < 20; i++) {
        Caller eve = user().with("X-Forwarded-For", forged).with("X-Forwarded-For", address);
        limited += eve.buy(sale).status() == 429 ? 1 : 0;
      }
      assertThat(limited).as(forged).isPositive();
    }
  }

  /** Orders that are over are not bought, whoever asks again. */
  @Test
  void replay_ofACancelledOrder_saidToBeOver() {
    Caller ann = user();
    String sale = admin.open(11, 5);
    String order = ann.buy(sale, "k", 1).header("Location");
    eventually(
        () -> assertThat(ann.send("DELETE", order, null).text("status")).isEqualTo("CANCELLED"));
    Reply again = ann.buy(sale, "k", 1);
    assertThat(again.status()).as(again.body()).isEqualTo(409);
    assertThat(again.problem()).isEqualTo("order-over");
    assertThat(again.text("orderStatus")).isEqualTo("CANCELLED");
    eventually(() -> assertThat(ann.buy(sale, "l", 1).status()).isEqualTo(202));
  }

  @Test
  void forwardedFor_notSwitchedOn_notBelieved() {
    try (WebInstance carol = WebInstance.start(
        "carol",
        "flash-sale.door.trusted=198.51.100.1",
        "flash-sale.door.per-user=1",
        "flash-sale.door.per-user-burst=3",
        "flash-sale.door.per-address=1",
        "flash-sale.door.per-address-burst=3")) {
      String sale = admin.open(11, 100);
      int limited = 0;
      int limitedAsTrusted = 0;
      for (int i = 0; i < 20; i++) { // each a new user, and from elsewhere, as he says
        Caller eve = Caller.user(carol).with("X-Forwarded-For", address());
        Caller mallory = Caller.user(carol).with("X-Forwarded-For", "198.51.100.1");
        limited += eve.buy(sale).status() == 429 ? 1 : 0;
        limitedAsTrusted += mallory.buy(sale).status() == 429 ? 1 : 0;
      }
      assertThat(limited).isPositive();
      assertThat(limitedAsTrusted).isPositive();
    }
  }

  @Test
  void inFlight_tooMany_overloadedAtOnceAndNothingLost() {
    String sale = admin.open(11, 10);
    assertThat(Caller.user(WebInstance.bob()).buy(sale).status()).isEqualTo(202);
    List<Caller> buyers =
        Stream.generate(() -> Caller.user(WebInstance.bob())).limit(6).toList();
    List<CompletableFuture<Reply>> replies;
    Servers.redis().pause();
    try {
      replies = buyers.stream().map(buyer -> buyer.buyAsync(sale, "k")).toList();
      eventually(() -> assertThat(replies).anyMatch(FrontDoorIT::isOverloaded));
    } finally {
      Servers.redis().resume();
    }
    for (int i = 0; i < buyers.size(); i++) {
      Caller buyer = buyers.get(i);
      Reply reply = replies.get(i).join();
      assertThat(reply.status()).isIn(503, 202); // 202: it was late, and Redis was there again
      assertThat(reply.header("Retry-After").isEmpty()).isEqualTo(reply.status() == 202);
      eventually(() -> assertThat(buyer.buy(sale, "k", 1).status()).isIn(201, 202));
    }
  }

  private static boolean isOverloaded(CompletableFuture<Reply> reply) {
    return reply.isDone() && reply.join().problem().equals("overloaded");
  }

  @Test
  void redis_silent_outcomeUnknownAndSameKeyTells() {
    String sale = admin.open(11, 10);
    assertThat(Caller.user(WebInstance.bob()).buy(sale).status()).isEqualTo(202);
    Caller ann = Caller.user(WebInstance.bob());
    String key = UUID.randomUUID().toString();
    Reply unknown;
    Servers.redis().pause();
    try {
      unknown = ann.buy(sale, key, 1);
    } finally {
      Servers.redis().resume();
    }
    assertThat(unknown.status()).isEqualTo(503);
    assertThat(unknown.problem()).isEqualTo("outcome-unknown");
    assertThat(unknown.header("Retry-After")).isNotEmpty();
    io.holdfast.testkit.Eventually.within(Duration.ofSeconds(10))
        .eventually(() -> assertThat(ann.buy(sale, key, 1).status()).isIn(201, 202));
    assertThat(ann.buy(sale).problem()).isEqualTo("limit-reached");
  }

  private static String address() {
    return "2001:db8::" + UUID.randomUUID().toString().substring(0, 4);
  }
}
