package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.LeaseView;
import io.holdfast.spring.boot.LockedAutoConfiguration;
import io.holdfast.testkit.memory.InMemoryServer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** An application with several clients: each annotation says which one, or one of them is primary. */
class LockedClientsTest {

  private static final InMemoryServer ORDERS = new InMemoryServer();
  private static final InMemoryServer STOCK = new InMemoryServer();

  @Configuration(proxyBeanMethods = false)
  static class TwoClients {

    @Bean
    Holdfast ordersHoldfast() {
      return ORDERS.connect();
    }

    @Bean
    @Qualifier("warehouse")
    Holdfast stockHoldfast() {
      return STOCK.connect();
    }
  }

  private final ApplicationContextRunner application = new ApplicationContextRunner()
      .withConfiguration(
          AutoConfigurations.of(AopAutoConfiguration.class, LockedAutoConfiguration.class));

  private final ApplicationContextRunner two = application.withUserConfiguration(TwoClients.class);

  private static String locked() {
    return "orders " + ORDERS.keys() + ", stock " + STOCK.keys();
  }

  static class Shop {

    @Locked(name = "a", client = "ordersHoldfast")
    public String byName() {
      return locked();
    }

    @Locked(name = "a", client = "${shop.client:warehouse}")
    public CompletableFuture<String> byQualifier() {
      return CompletableFuture.completedFuture(locked());
    }

    @Locked(name = "a", client = "warehouse")
    @Locked(name = "a", client = "ordersHoldfast")
    public List<LeaseView> both(@Nullable LeaseView stock, @Nullable LeaseView orders) {
      assertThat(locked()).isEqualTo("orders [a], stock [a]");
      return List.of(Objects.requireNonNull(stock), Objects.requireNonNull(orders));
    }

    @Locked(name = "a", client = "warehouse")
    public <T> T outer(Supplier<T> inner) {
      return inner.get();
    }
  }

  @Test
  void client_byNameOrQualifier_hasTheLock() {
    two.withBean(Shop.class).run(context -> {
      assertThat(context.getBean(Shop.class).byName()).isEqualTo("orders [a], stock []");
      assertThat(context.getBean(Shop.class).byQualifier().join())
          .isEqualTo("orders [], stock [a]");
      assertThat(locked()).isEqualTo("orders [], stock []");
    });
  }

  @Test
  void sameName_ofTwoClients_areTwoLocks() {
    two.withBean(Shop.class).run(context -> {
      List<LeaseView> leases = context.getBean(Shop.class).both(null, null);
      assertThat(leases.get(0)).isNotSameAs(leases.get(1));
      assertThat(leases).extracting(LeaseView::lockName).containsExactly("a", "a");
      assertThat(locked()).isEqualTo("orders [], stock []");
    });
  }

  @Test
  void innerCall_sameNameOfAnotherClient_doesNotJoin() {
    two.withBean(Shop.class).run(context -> {
      Shop shop = context.getBean(Shop.class);
      assertThat(shop.outer(shop::byName)).isEqualTo("orders [a], stock [a]");
    });
  }

  static class Undecided {
    @Locked(name = "a")
    public String work() {
      return locked();
    }
  }

  @Test
  void severalClients_noneChosenOrPrimary_failsTheStartAndSaysWhatToWrite() {
    two.withBean(Undecided.class)
        .run(context -> assertThat(context)
            .getFailure()
            .hasMessageContainingAll(
                "@Locked on Undecided.work()",
                "[ordersHoldfast, stockHoldfast]",
                "@Locked(client = \"ordersHoldfast\")",
                "@Primary"));
  }

  @Test
  void severalClients_onePrimary_isTheDefault() {
    two.withBean("third", Holdfast.class, STOCK::connect, definition -> definition.setPrimary(true))
        .withBean(Undecided.class)
        .run(context ->
            assertThat(context.getBean(Undecided.class).work()).isEqualTo("orders [], stock [a]"));
  }

  @Test
  void severalClients_noAnnotation_startsAsEver() {
    two.run(context -> assertThat(context).hasNotFailed());
  }

  static class Unknown {
    @Locked(name = "a", client = "payments")
    public void work() {}
  }

  @Test
  void client_thatDoesNotExist_failsTheStartAndNamesThoseThatDo() {
    two.withBean(Unknown.class)
        .run(context -> assertThat(context)
            .getFailure()
            .hasStackTraceContaining("@Locked on Unknown.work(): client \"payments\"")
            .hasStackTraceContaining("[ordersHoldfast, stockHoldfast]"));
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyClient {
    @Bean
    @Lazy
    Holdfast holdfast() {
      throw new UnsupportedOperationException("too early");
    }
  }

  @Test
  void lazyClient_isNotMadeByTheChecks() {
    application
        .withUserConfiguration(LazyClient.class)
        .withBean(Undecided.class)
        .run(context -> assertThat(context).hasNotFailed());
  }
}
