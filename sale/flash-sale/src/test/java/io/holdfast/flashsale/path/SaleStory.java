package io.holdfast.flashsale.path;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.check.SaleCheck;
import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the stories of this package ask about a sale. */
final class SaleStory {

  private SaleStory() {}

  static int orders(Sale sale) {
    return Database.jdbc()
        .sql("select count(*) from orders where sale_id = ?")
        .param(sale.id())
        .query(Integer.class)
        .single();
  }

  static int sold(Sale sale) {
    return Database.jdbc()
        .sql("select sold from sales where id = ?")
        .param(sale.id())
        .query(Integer.class)
        .single();
  }

  static List<String> deadLetters(Sale sale) {
    return Database.jdbc()
        .sql("select error from dead_letters where sale_id = ? order by entry_id")
        .param(sale.id())
        .query(String.class)
        .list();
  }

  static Standing standing(PathInstance at, Sale sale) {
    return at.memory.standing(sale.id()).orElseThrow();
  }

  /** Everything is written, and Redis has nothing left to do. */
  static void awaitWritten(PathInstance at, Sale sale, int orders) {
    within(Duration.ofSeconds(15)).eventually(() -> {
      assertThat(orders(sale)).isEqualTo(orders);
      assertThat(standing(at, sale).pending()).isZero();
      assertThat(standing(at, sale).reserved()).isZero();
    });
  }

  /** The check of every run, after {@link PathInstance#buyers} with so many. */
  static Verdict verdict(PathInstance at, Sale sale, int buyers) {
    return verdict(at, sale, buyers, Duration.ofSeconds(15));
  }

  /** The same of a sale that is not what it should be, when the writer has nothing left to do. */
  static Verdict harm(PathInstance at, Sale sale, int buyers) {
    within(Duration.ofSeconds(15))
        .eventually("all is written", () -> standing(at, sale).pending() == 0);
    return verdict(at, sale, buyers, Duration.ZERO);
  }

  private static Verdict verdict(PathInstance at, Sale sale, int buyers, Duration settleWithin) {
    Set<OrderId> told = IntStream.range(0, buyers)
        .mapToObj(i -> OrderId.of(sale.id(), "user-" + i, "first"))
        .collect(Collectors.toSet());
    return new SaleCheck(Database.pool(), at.memory)
        .of(at.store.get(sale.id()), new Told(told, Set.of()), settleWithin);
  }

  /** An entry that accept.lua did not write. */
  static void enqueue(Sale sale, String... fields) {
    String[] command = new String[3 + fields.length];
    command[0] = "XADD";
    command[1] = new KeySpace(sale.id()).stream();
    command[2] = "*";
    System.arraycopy(fields, 0, command, 3, fields.length);
    Redis.server().command(command);
  }
}
