package io.holdfast.flashsale.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.SaleEnd;
import io.holdfast.flashsale.operating.Operator;
import io.holdfast.flashsale.operating.OperatorRequest;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.sale.WrongStateException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.TransactionException;

/** Operators' wishes whose commit goes wrong, one way or the other, and which are asked for again with the same key. */
class OperatorIT {

  /** How the database fails at a commit. */
  enum Failure {
    /** Nothing is committed. */
    BEFORE,
    /** It is committed, and nobody hears of it. */
    AFTER
  }

  /** The database, whose next commit fails. */
  private static final class Failing extends DelegatingDataSource {

    private volatile boolean isArmed;
    private final Failure how;

    Failing(Failure how) {
      super(Database.pool());
      this.how = how;
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection real = super.getConnection();
      return (Connection) Proxy.newProxyInstance(
          Failing.class.getClassLoader(),
          new Class<?>[] {Connection.class},
          (proxy, method, args) -> {
            boolean fails = isArmed && method.getName().equals("commit");
            try {
              if (fails && how == Failure.BEFORE) {
                real.rollback();
              } else if (!fails || how == Failure.AFTER) {
                Object result = method.invoke(real, args);
                if (!fails) {
                  return result;
                }
              }
            } catch (InvocationTargetException e) {
              throw e.getCause();
            }
            isArmed = false;
            throw new SQLException("the connection broke", "08006");
          });
    }
  }

  private final PathInstance alice = new PathInstance("alice", Redis.uri());

  @AfterEach
  void end() {
    alice.close();
  }

  private Operator operator(Failing database) {
    SaleStore store = new SaleStore(database);
    return new Operator(
        new SaleKeeper(store, alice.memory, number -> alice.rung),
        store,
        new SaleEnd(alice.surroundings.redis()));
  }

  private static OperatorRequest request(String action) {
    return new OperatorRequest("ann", action, UUID.randomUUID().toString(), "the same words");
  }

  @ParameterizedTest
  @EnumSource
  void restock_commitGoesWrong_askedAgain_addedOnce(Failure failure) {
    Sale sale = alice.sale(10, 1);
    Failing database = new Failing(failure);
    OperatorRequest request = request("restock");
    Operator operator = operator(database);
    database.isArmed = true;
    assertThatThrownBy(() -> operator.restock(request, sale.id(), 50))
        .isInstanceOf(TransactionException.class);
    assertThat(operator.restock(request, sale.id(), 50).total()).isEqualTo(60);
    assertThat(operator.restock(request, sale.id(), 50).total()).isEqualTo(60);
    assertThat(SaleStory.standing(alice, sale).available()).isEqualTo(60);
  }

  @ParameterizedTest
  @EnumSource
  void create_commitGoesWrong_askedAgain_oneSale(Failure failure) {
    Failing database = new Failing(failure);
    OperatorRequest request = request("create");
    Operator operator = operator(database);
    Instant now = Instant.now();
    String name = UUID.randomUUID().toString();
    NewSale wish = new NewSale(name, 11, 1, 1, 3, now, now.plusSeconds(60), false);
    database.isArmed = true;
    assertThatThrownBy(() -> operator.create(request, wish))
        .isInstanceOf(TransactionException.class);
    Sale made = operator.create(request, wish);
    assertThat(operator.create(request, wish).id()).isEqualTo(made.id());
    assertThat(Database.jdbc()
            .sql("select count(*) from sales where name = ?")
            .param(name)
            .query(Integer.class)
            .single())
        .isEqualTo(1);
    assertThat(SaleStory.standing(alice, made).available()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void lower_commitGoesWrong_bothStoresAgreeAndAskedAgainLowersOnce(Failure failure) {
    Sale sale = alice.sale(10, 1);
    alice.buyers(sale, 4);
    Failing database = new Failing(failure);
    OperatorRequest request = request("lower");
    Operator operator = operator(database);
    database.isArmed = true;
    assertThatThrownBy(() -> operator.lower(request, sale.id(), 5))
        .isInstanceOf(TransactionException.class);
    int left = failure == Failure.BEFORE ? 6 : 1;
    assertThat(SaleStory.standing(alice, sale).available()).isEqualTo(left);
    assertThat(alice.store.get(sale.id()).total()).isEqualTo(4 + left);
    assertThat(operator.lower(request, sale.id(), 5).total()).isEqualTo(5);
    assertThat(SaleStory.standing(alice, sale).available()).isEqualTo(1);
    assertThatThrownBy(() -> operator.lower(request("lower"), sale.id(), 2))
        .isInstanceOf(WrongStateException.class)
        .hasMessageContaining("1 of its 5 are neither sold nor reserved");
    alice.writer(sale);
    SaleStory.awaitWritten(alice, sale, 4);
    assertThat(SaleStory.verdict(alice, sale, 4).toString()).contains("lost=0");
  }

  /** As a snapshot from before does it. */
  @Test
  void lower_redisSetBackToBeforeIt_unitsAreTakenOffSaleAgain() {
    Sale sale = alice.sale(10, 1);
    new Operator(alice.keeper, alice.store, new SaleEnd(alice.surroundings.redis()))
        .lower(request("lower"), sale.id(), 6);
    String key = new KeySpace(sale.id()).sale();
    Redis.server().command("HSET", key, "total", "10", "available", "10");
    alice.keeper.publish(sale.id());
    assertThat(SaleStory.standing(alice, sale).available()).isEqualTo(4);

    alice.buyers(sale, 1);
    Redis.server().command("HSET", key, "total", "10", "available", "2");
    alice.keeper.publish(sale.id());
    assertThat(SaleStory.standing(alice, sale).available()).isZero();
    assertThat(Redis.server().command("HGET", key, "total")).isEqualTo("8");
  }
}
