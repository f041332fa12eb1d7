package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.harm;
import static io.holdfast.flashsale.path.SaleStory.orders;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static io.holdfast.flashsale.path.SaleStory.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.Script;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.sale.Sale;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holes that others fell into when they took units from Redis: the script with one careless change each. */
class CarelessAcceptIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());

  @AfterEach
  void end() {
    alice.close();
  }

  /** The service's own script, with these lines changed. */
  private static String changed(String... replacements) {
    try (InputStream in =
        Objects.requireNonNull(Script.class.getResourceAsStream("accept.lua"), "accept.lua")) {
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (int i = 0; i < replacements.length; i += 2) {
        assertThat(script).contains(replacements[i]);
        script = script.replace(replacements[i], replacements[i + 1]);
      }
      return script;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What that script answers to a wish for one unit. */
  private static Object ask(String script, Sale sale, String user, String key) {
    KeySpace keys = new KeySpace(sale.id());
    List<?> reply = (List<?>) Objects.requireNonNull(Redis.server()
        .command(
            "EVAL",
            script,
            "5",
            keys.sale(),
            keys.answers(),
            keys.users(),
            keys.reserved(),
            keys.stream(),
            "0",
            user,
            key,
            OrderId.of(sale.id(), user, key).toString(),
            "1"));
    return Objects.requireNonNull(reply.get(0));
  }

  // ---- a second click

  @Test
  void secondClick_answerNotKept_burnsAUnit() {
    Sale sale = alice.sale(2, 2);
    String careless = changed("redis.call('HSET', KEYS[2], field, ARGV[5])", "");
    assertThat(ask(careless, sale, "user-0", "first")).isEqualTo("ACCEPTED");
    assertThat(ask(careless, sale, "user-0", "first")).isEqualTo("ACCEPTED");
    assertThat(alice.buy(sale, "ben")).isEqualTo(new Refused(Reason.SOLD_OUT));
    alice.writer(sale);
    assertThat(harm(alice, sale, 1).word()).as("two units gone, one order").isEqualTo("PENDING 1");
  }

  // ---- before the start

  private static final String DEDUCT = "redis.call('HINCRBY', KEYS[1], 'available', -quantity)";

  @Test
  void beforeTheStart_subtractedBeforeTheClockIsRead_nothingIsLeftWhenItOpens() {
    Sale sale = alice.sale(3, 1, Instant.now().plusSeconds(600));
    String careless =
        changed("left = " + DEDUCT, "", "local time =", "left = " + DEDUCT + "\nlocal time =");
    for (int i = 0; i < 3; i++) {
      assertThat(ask(careless, sale, "early-" + i, "first")).isEqualTo("NOT_STARTED");
    }
    alice.keeper.open(sale.id());
    assertThat(alice.buy(sale, "ann")).isEqualTo(new Refused(Reason.SOLD_OUT));
    assertThat(orders(sale)).as("sold out, and nobody has bought").isZero();
  }

  @Test
  void beforeTheStart_productionPath_allIsThereWhenItOpens() {
    Sale sale = alice.sale(3, 1, Instant.now().plusSeconds(600));
    for (int i = 0; i < 3; i++) {
      assertThat(alice.buy(sale, "early-" + i)).isEqualTo(new Refused(Reason.NOT_STARTED));
    }
    alice.keeper.open(sale.id());
    for (int i = 0; i < 3; i++) {
      assertThat(alice.buy(sale, "user-" + i)).isInstanceOf(Accepted.class);
    }
    alice.writer(sale);
    assertThat(verdict(alice, sale, 3).word()).isEqualTo("EXACT");
  }

  // ---- >= instead of >

  @Test
  void lastUnit_comparedOneTooFar_isNeverSold() {
    Sale sale = alice.sale(1, 1);
    String careless = changed("left < quantity", "left <= quantity");
    assertThat(ask(careless, sale, "ann", "first")).isEqualTo("SOLD_OUT");
    assertThat(standing(alice, sale).available()).isEqualTo(1);
    assertThat(alice.buy(sale, "ann")).isInstanceOf(Accepted.class);
  }

  @Test
  void limit_comparedOneTooFar_isNeverReached() {
    Sale sale = alice.sale(1, 1);
    String careless = changed("+ quantity > tonumber(sale[5])", "+ quantity >= tonumber(sale[5])");
    assertThat(ask(careless, sale, "ann", "first")).isEqualTo("LIMIT_REACHED");
    assertThat(alice.buy(sale, "ann")).isInstanceOf(Accepted.class);
  }

  // ---- buckets

  @Test
  void buckets_withoutBorrowing_refuseWhileUnitsAreLeft() {
    Buckets buckets = new Buckets(4, 1);
    assertThat(buckets.buy(0)).isTrue();
    assertThat(buckets.buy(4)).as("the bucket of buyer 0 is his, too").isFalse();
    assertThat(buckets.left()).as("for sale, but not to him").isEqualTo(3);
  }

  @Test
  void buckets_sameBuyersOnOneStock_sellAll() {
    Sale sale = alice.sale(4, 1);
    for (int buyer = 0; buyer < 16; buyer += 4) {
      assertThat(alice.buy(sale, "user-" + buyer)).isInstanceOf(Accepted.class);
    }
    assertThat(standing(alice, sale).available()).isZero();
    assertThat(alice.buy(sale, "user-16")).isEqualTo(new Refused(Reason.SOLD_OUT));
  }

  /** A stock split over several keys, so that several nodes can sell; each buyer is sent to one of them. */
  private record Buckets(int count, int each) {

    private static final String TAKE = """
        if tonumber(redis.call('GET', KEYS[1])) > 0 then return redis.call('DECR', KEYS[1]) end
        return -1""";

    Buckets {
      for (int i = 0; i < count; i++) {
        Redis.server().command("SET", key(i), Integer.toString(each));
      }
    }

    boolean buy(int buyer) {
      Object left = Redis.server().command("EVAL", TAKE, "1", key(buyer % count));
      return (Long) Objects.requireNonNull(left) >= 0;
    }

    int left() {
      int left = 0;
      for (int i = 0; i < count; i++) {
        left += Integer.parseInt(
            (String) Objects.requireNonNull(Redis.server().command("GET", key(i))));
      }
      return left;
    }

    private static String key(int bucket) {
      return "careless:bucket:" + bucket;
    }
  }
}
