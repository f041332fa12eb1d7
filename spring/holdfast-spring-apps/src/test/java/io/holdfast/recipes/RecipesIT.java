package io.holdfast.recipes;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.recipes.Payments.Payment;
import io.holdfast.spring.locked.LockRefusedException;
import io.holdfast.testkit.RedisServer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The recipes of docs/spring.md do what it says. */
class RecipesIT {

  static class Customers {
    @OnePerCustomer
    public String greet(String customerId) {
      return "hello " + customerId;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableScheduling
  @Import({
    Stock.class,
    NightlyJobs.class,
    Payments.class,
    Customers.class,
    InvoiceConsumer.class,
    CountingListener.class
  })
  static class Application {}

  private static RedisServer server;
  private static ConfigurableApplicationContext context;
  private static Holdfast other;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    context = new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.main.banner-mode=off",
            "logging.level.root=warn",
            "spring.data.redis.url=" + server.uri(),
            "shop.customer-wait=20ms",
            "report.cron=* * * * * *")
        .run();
    other = Holdfast.connect(server.uri());
  }

  @AfterAll
  static void stop() {
    other.close();
    context.close();
    server.close();
  }

  @Test
  void stock_isTakenUntilItIsGone() {
    server.command("SET", "left:42", "1");
    Stock stock = context.getBean(Stock.class);

    assertThat(stock.take("42")).isTrue();
    assertThat(stock.take("42")).isFalse();
  }

  @Test
  void nightlyJob_runsOnce_howeverOftenItIsStarted() {
    NightlyJobs jobs = context.getBean(NightlyJobs.class);
    NightlyJobs target =
        (NightlyJobs) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(jobs));
    eventually(() -> assertThat(target.runs).hasValue(1));
    jobs.report();
    assertThat(target.runs).hasValue(1);
  }

  @Test
  @SuppressWarnings("NullAway") // for the lease parameter, callers pass null
  void payment_hasItsLease_orFallsBackWhenBusy() throws Exception {
    Payments payments = context.getBean(Payments.class);
    assertThat(payments.pay(new Payment("p1", 100), null)).isEqualTo("paid");
    assertThat(payments.pay(new Payment("p1", 100), null)).isEqualTo("already paid");
    try (Lease busy = other.lock("payment:p2").acquire()) {
      assertThat(payments.pay(new Payment("p2", 100), null)).isEqualTo("try again later");
      assertThat(busy.isHeld()).isTrue();
    }
  }

  @Test
  void ownAnnotation_standsForTheLock() throws Exception {
    Customers customers = context.getBean(Customers.class);
    assertThat(customers.greet("eve")).isEqualTo("hello eve");
    try (Lease busy = other.lock("customer:eve").acquire()) {
      assertThatThrownBy(() -> customers.greet("eve")).isInstanceOf(LockRefusedException.class);
      assertThat(busy.isHeld()).isTrue();
    }
  }

  @Test
  void consumer_worksWhenItsTurnComes() throws Exception {
    InvoiceConsumer consumer = context.getBean(InvoiceConsumer.class);
    consumer.invoices.add("invoice-1");
    Lease first = other.lock("invoice-consumer").acquire();
    Thread thread = new Thread(consumer);
    thread.start();
    try {
      assertThat(consumer.handled).isEmpty();
      first.close();
      assertThat(consumer.handled.poll(10, TimeUnit.SECONDS)).startsWith("invoice-1 handled");
    } finally {
      thread.interrupt();
    }
  }

  @Test
  void listenerAndCustomizer_areUsed() throws Exception {
    Lease lease = context.getBean(Holdfast.class).lock("listened").acquire();
    context.getBean(Holdfast.class).lock("listened").forceRelease();
    eventually(() -> assertThat(CountingListener.LOST).hasValueGreaterThan(0));
    assertThat(lease.isHeld()).isFalse();
  }
}
