package io.holdfast.flashsale.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.lab.LabDatabase;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Rung 12: many buyers in one transaction, and commits that nobody hears of. */
class GroupCommitRungIT {

  private static final SaleStore STORE = new SaleStore(LabDatabase.pool());

  private static Sale sale(int total) {
    Instant now = Instant.now();
    Sale sale = STORE.create(
        new NewSale("lamp", 12, 100, 2, total, now.minusSeconds(60), now.plusSeconds(3600), true),
        "a test");
    LabDatabase.jdbc()
        .sql("update sales set status = 'OPEN' where id = ?")
        .param(sale.id())
        .update();
    return sale;
  }

  private static Purchase wish(Sale sale, String user, String key, int quantity) {
    return new Purchase(sale, user, key, quantity);
  }

  private static int orders(Sale sale) {
    return LabDatabase.jdbc()
        .sql("select count(*) from orders where sale_id = ?")
        .param(sale.id())
        .query(Integer.class)
        .single();
  }

  private static GroupSale sales(FlakyCommits database) {
    return new GroupSale(database, Points.NONE, Duration.ofMinutes(10));
  }

  @Test
  void group_withAllKindsOfBuyers_isDecidedInTheirOrder() {
    Sale sale = sale(3);
    List<PurchaseAnswer> answers = sales(new FlakyCommits(0, false))
        .sell(List.of(
            wish(sale, "ann", "a", 1),
            wish(sale, "ann", "a", 1),
            wish(sale, "ann", "a", 2),
            wish(sale, "ann", "b", 2),
            wish(sale, "ben", "a", 2),
            wish(sale, "cat", "a", 1)));
    assertThat(answers).hasSize(6);
    assertThat(answers.get(0)).isEqualTo(accepted(sale, "ann", false, 2));
    assertThat(answers.get(1)).as("a second click").isEqualTo(accepted(sale, "ann", true, 2));
    assertThat(answers.get(2)).isEqualTo(new PurchaseAnswer.Refused(Reason.KEY_REUSED));
    assertThat(answers.get(3)).isEqualTo(new PurchaseAnswer.Refused(Reason.LIMIT_REACHED));
    assertThat(answers.get(4)).isEqualTo(accepted(sale, "ben", false, 0));
    assertThat(answers.get(5)).isEqualTo(new PurchaseAnswer.Refused(Reason.SOLD_OUT));
    assertThat(orders(sale)).isEqualTo(2);
    assertThat(STORE.get(sale.id()).sold()).isEqualTo(3);
  }

  private static PurchaseAnswer accepted(Sale sale, String user, boolean replayed, int left) {
    return new PurchaseAnswer.Accepted(wish(sale, user, "a", 1).orderId(), true, replayed, left);
  }

  @Test
  void commit_whoseReplyIsLost_isFoundOutAndAnswered() {
    Sale sale = sale(3);
    List<PurchaseAnswer> answers =
        sales(new FlakyCommits(1, true)).sell(List.of(wish(sale, "ann", "a", 1)));
    assertThat(answers).containsExactly(accepted(sale, "ann", false, 2));
    assertThat(orders(sale)).isEqualTo(1);
    assertThat(STORE.get(sale.id()).sold()).isEqualTo(1);
  }

  @Test
  void commit_thatDidNotHappen_isDoneAgain() {
    Sale sale = sale(3);
    List<PurchaseAnswer> answers =
        sales(new FlakyCommits(1, false)).sell(List.of(wish(sale, "ann", "a", 1)));
    assertThat(answers).containsExactly(accepted(sale, "ann", false, 2));
    assertThat(orders(sale)).isEqualTo(1);
    assertThat(STORE.get(sale.id()).sold()).isEqualTo(1);
  }

  @Test
  void commit_thatNeverAnswers_isUnknown() {
    Sale sale = sale(3);
    List<PurchaseAnswer> answers =
        sales(new FlakyCommits(100, false)).sell(List.of(wish(sale, "ann", "a", 1)));
    assertThat(answers).singleElement().isInstanceOf(PurchaseAnswer.Unknown.class);
  }

  @Test
  void buyer_whomTheDatabaseDoesNotTake_spoilsItForNobody() {
    Sale sale = sale(9);
    List<PurchaseAnswer> answers = sales(new FlakyCommits(0, false))
        .sell(List.of(
            wish(sale, "ann", "a", 1), wish(sale, "no\0body", "a", 1), wish(sale, "ben", "a", 1)));
    assertThat(answers.get(0)).isInstanceOf(PurchaseAnswer.Accepted.class);
    assertThat(answers.get(1)).isInstanceOf(PurchaseAnswer.Unknown.class);
    assertThat(answers.get(2)).isInstanceOf(PurchaseAnswer.Accepted.class);
    assertThat(orders(sale)).isEqualTo(2);
  }

  /** Commits that fail so many times: after they have happened, or without. */
  private static final class FlakyCommits extends DelegatingDataSource {

    private final AtomicInteger failures;
    private final boolean afterwards;

    FlakyCommits(int failures, boolean afterwards) {
      super(LabDatabase.pool());
      this.failures = new AtomicInteger(failures);
      this.afterwards = afterwards;
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection real = super.getConnection();
      return (Connection) Proxy.newProxyInstance(
          getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
            if (method.getName().equals("commit") && failures.getAndDecrement() > 0) {
              if (afterwards) {
                real.commit();
              }
              throw new SQLException("the connection is gone", "08006");
            }
            try {
              return method.invoke(real, args);
            } catch (InvocationTargetException e) {
              throw e.getCause();
            }
          });
    }
  }
}
