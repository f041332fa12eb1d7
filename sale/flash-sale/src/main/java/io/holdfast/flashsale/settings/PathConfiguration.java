package io.holdfast.flashsale.settings;

import io.holdfast.flashsale.accept.Replication;
import io.holdfast.flashsale.accept.SaleEnd;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.ladder.AcknowledgedRung;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.operating.Closing;
import io.holdfast.flashsale.operating.Operator;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.order.Expiry;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.reconcile.MemoryWatch;
import io.holdfast.flashsale.reconcile.Reconciler;
import io.holdfast.flashsale.reconcile.Reconciliation;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.writer.Writers;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The path of an order, from the script that accepts it to its payment or its end. */
@Configuration(proxyBeanMethods = false)
class PathConfiguration {

  private static final Duration EXPIRE_EVERY = Duration.ofSeconds(1);
  private static final Duration GIVE_BACK_EVERY = Duration.ofSeconds(1);
  private static final Duration CLOSE_EVERY = Duration.ofSeconds(1);
  private static final Duration RECONCILE_EVERY = Duration.ofSeconds(5);
  private static final Duration PROVE_EVERY = Duration.ofMillis(250);

  @Bean
  SaleStore saleStore(DataSource database) {
    return new SaleStore(database);
  }

  @Bean
  SaleMemory saleMemory(Surroundings surroundings) {
    return new SaleMemory(surroundings.redis());
  }

  @Bean
  InstanceRungs rungs(Surroundings surroundings, RedisLink redis, FlashSaleProperties properties) {
    FlashSaleProperties.Accept accept = properties.accept();
    if (accept.replicas() == 0) {
      return new InstanceRungs(surroundings, rung -> rung);
    }
    Replication replication = new Replication(redis.another(), accept.replicas(), accept.within());
    return new InstanceRungs(surroundings, rung -> new AcknowledgedRung(rung, replication));
  }

  @Bean
  SaleKeeper saleKeeper(SaleStore store, SaleMemory memory, InstanceRungs rungs) {
    return new SaleKeeper(store, memory, rungs);
  }

  @Bean
  Operator operator(SaleKeeper keeper, SaleStore store, Surroundings surroundings) {
    return new Operator(keeper, store, new SaleEnd(surroundings.redis()));
  }

  @Bean(destroyMethod = "")
  Closing closing(
      Surroundings surroundings,
      SaleKeeper keeper,
      SaleStore store,
      OperatorProperties properties) {
    return new Closing(surroundings, keeper, store, properties.keepClosed(), CLOSE_EVERY);
  }

  /** Of a phase with the other work in the background. */
  @Bean
  Stopping closingStopping(Closing closing) {
    return new Stopping(Stopping.WORK, closing::start, closing::close);
  }

  @Bean
  Orders orders(DataSource database, SaleMemory memory, FlashSaleProperties properties) {
    return new Orders(database, memory, properties.payWithin());
  }

  @Bean
  Reconciler reconciler(Surroundings surroundings, SaleMemory memory) {
    return new Reconciler(surroundings, memory);
  }

  @Bean(destroyMethod = "")
  Writers writers(Surroundings surroundings) {
    return new Writers(surroundings, false);
  }

  @Bean(destroyMethod = "")
  Expiry expiry(DataSource database) {
    return new Expiry(database, EXPIRE_EVERY);
  }

  @Bean(destroyMethod = "")
  GiveBack giveBack(DataSource database, SaleMemory memory) {
    return new GiveBack(database, memory, GIVE_BACK_EVERY);
  }

  @Bean(destroyMethod = "")
  Reconciliation reconciliation(Surroundings surroundings, SaleMemory memory) {
    return new Reconciliation(surroundings, memory, RECONCILE_EVERY);
  }

  @Bean(destroyMethod = "")
  MemoryWatch memoryWatch(Surroundings surroundings, SaleMemory memory) {
    return new MemoryWatch(surroundings, memory, PROVE_EVERY);
  }

  @Bean
  Stopping work(
      Writers writers,
      Expiry expiry,
      GiveBack giveBack,
      Reconciliation reconciliation,
      MemoryWatch watch,
      InstanceRungs rungs) {
    return new Stopping(
        Stopping.WORK,
        () -> {
          writers.start();
          expiry.start();
          giveBack.start();
          reconciliation.start();
          watch.start();
        },
        () -> {
          watch.close();
          reconciliation.close();
          expiry.close();
          giveBack.close();
          rungs.close();
          writers.close();
        });
  }
}
