package io.holdfast.flashsale.web;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.door.Gate;
import io.holdfast.flashsale.door.JwksKeys;
import io.holdfast.flashsale.door.JwtTokens;
import io.holdfast.flashsale.door.Rate;
import io.holdfast.flashsale.door.SoldOutMemory;
import io.holdfast.flashsale.door.Staff;
import io.holdfast.flashsale.door.UserTokens;
import io.holdfast.flashsale.events.EventStreams;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.payment.MoneyAudit;
import io.holdfast.flashsale.payment.Payments;
import io.holdfast.flashsale.reconcile.Reconciler;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.settings.FlashSaleProperties;
import io.holdfast.flashsale.settings.InstanceRungs;
import io.holdfast.flashsale.settings.OperatorProperties;
import io.holdfast.flashsale.settings.PaymentProperties;
import io.holdfast.flashsale.settings.Stopping;
import io.holdfast.flashsale.work.BoundedPool;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the handlers of requests need. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(WebConfiguration.class);
  private static final Duration LOOK_SELDOM = Duration.ofMillis(500);
  private static final int LOOKS_AT_ONCE = 40;
  private static final int SECRET_BYTES = 32;

  @Bean
  UserTokens userTokens(FlashSaleProperties properties) {
    String secret = properties.userSecret();
    if (secret == null) {
      LOG.warn("flash-sale.user-secret is not set: tokens of users are good for this instance only,"
          + " and until it stops");
      byte[] made = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(made);
      secret = HexFormat.of().formatHex(made);
    }
    return new UserTokens(secret, InstantSource.system());
  }

  @Bean
  Staff staff(FlashSaleProperties properties, OperatorProperties more) {
    Staff staff = new Staff();
    if (properties.adminToken() != null) {
      staff.add("admin", Staff.Role.OPERATOR, properties.adminToken());
    }
    more.operators().forEach((name, token) -> staff.add(name, Staff.Role.OPERATOR, token));
    more.viewers().forEach((name, token) -> staff.add(name, Staff.Role.VIEWER, token));
    if (!staff.hasOperator()) {
      LOG.warn(
          "neither flash-sale.admin-token nor flash-sale.operating.operators is set: nobody can make"
              + " a sale here");
    }
    return staff;
  }

  @Bean
  Callers callers(UserTokens users, FlashSaleProperties properties, DoorWork work) {
    return new Callers(
        users,
        issued(properties.jwt(), work),
        properties.door().forwardedFor() ? properties.door().proxies() : 0);
  }

  private static @Nullable JwtTokens issued(FlashSaleProperties.Jwt jwt, DoorWork work) {
    if (jwt.issuer() == null || jwt.audience() == null || jwt.jwks() == null) {
      return null;
    }
    JwksKeys keys = new JwksKeys(jwt.jwks());
    keys.read();
    work.readAgain(keys);
    return new JwtTokens(keys, jwt.issuer(), jwt.audience(), work, InstantSource.system());
  }

  @Bean
  Limits limits(FlashSaleProperties properties) {
    FlashSaleProperties.Door door = properties.door();
    return new Limits(
        new Rate(door.perUser(), door.perUserBurst(), door.maxTracked(), System::nanoTime),
        new Rate(door.looksPerUser(), LOOKS_AT_ONCE, door.maxTracked(), System::nanoTime),
        new Rate(door.perAddress(), door.perAddressBurst(), door.maxTracked(), System::nanoTime),
        Set.copyOf(door.trusted()));
  }

  @Bean
  Stock stock(SaleMemory memory, DataSource database) {
    return new Stock(memory, database);
  }

  @Bean
  Catalogue catalogue(SaleStore store, Stock stock, SaleCache others, DoorWork work) {
    return new Catalogue(store, stock, others, work.pages(), InstantSource.system());
  }

  @Bean
  OrderBoard orderBoard(DataSource database) {
    return new OrderBoard(database);
  }

  @Bean
  Streams streams(
      EventStreams streams, Callers callers, Limits limits, FlashSaleProperties properties) {
    FlashSaleProperties.Events events = properties.events();
    return new Streams(streams, callers, limits, events.maxStreams(), events.maxPerAddress());
  }

  @Bean(destroyMethod = "")
  DoorWork doorWork() {
    return new DoorWork();
  }

  @Bean
  SaleCache saleCache(SaleStore store, DoorWork work) {
    return new SaleCache(store, work, System::nanoTime);
  }

  @Bean
  SoldOutMemory soldOutMemory(SaleMemory memory) {
    return new SoldOutMemory(memory, System::nanoTime);
  }

  @Bean
  SaleMeters saleMeters(SaleStore store, SaleMemory memory, DataSource database) {
    return new SaleMeters(store, memory, database);
  }

  @Bean
  MeterBinder gauges(SoldOutMemory soldOut, PurchaseHandler purchases, EventStreams streams) {
    return registry -> {
      Gauge.builder("flashsale.purchases.inflight", purchases, PurchaseHandler::inFlight)
          .description("Purchases under way in this instance")
          .register(registry);
      Gauge.builder("flashsale.soldout.sales", soldOut, SoldOutMemory::size)
          .description("Sales this instance knows as sold out")
          .register(registry);
      Gauge.builder("flashsale.streams", streams, EventStreams::open)
          .description("Open streams of events")
          .register(registry);
    };
  }

  @Bean
  Stopping doorWorkStopping(
      DoorWork work,
      SoldOutMemory soldOut,
      SaleMeters meters,
      Catalogue catalogue,
      OrderBoard board) {
    return new Stopping(
        Stopping.WORK, () -> work.start(soldOut, meters, catalogue, board), work::close);
  }

  @Bean
  PurchaseMeters purchaseMeters(MeterRegistry registry) {
    return new PurchaseMeters(registry);
  }

  @Bean
  PurchaseHandler purchaseHandler(
      Callers callers,
      Limits limits,
      SaleCache sales,
      SoldOutMemory soldOut,
      InstanceRungs rungs,
      Orders orders,
      PurchaseMeters meters,
      FlashSaleProperties properties) {
    return new PurchaseHandler(
        callers,
        limits,
        new Gate(properties.door().maxInFlight()),
        new Gate(properties.door().maxBlocking()),
        sales,
        soldOut,
        rungs,
        new PurchaseReply(orders, properties.payWithin(), InstantSource.system(), meters),
        meters);
  }

  @Bean
  PaymentDesk paymentDesk(
      Payments payments, Orders orders, BoundedPool pool, PaymentProperties properties) {
    return new PaymentDesk(payments, orders, pool, properties.answerWithin());
  }

  @Bean
  MoneyMeters moneyMeters(MoneyAudit audit, BoundedPool pool) {
    return new MoneyMeters(audit, pool);
  }

  @Bean
  AdminDesk adminDesk(
      SaleStore store,
      Stock stock,
      Reconciler reconciler,
      Catalogue catalogue,
      SaleCache cache,
      SoldOutMemory soldOut,
      DataSource database) {
    return new AdminDesk(
        store, new AdminShelf(stock, catalogue, database), reconciler, catalogue, cache, soldOut);
  }

  @Bean(destroyMethod = "")
  EventStreams eventStreams(FlashSaleProperties properties) {
    return new EventStreams(properties.events().maxStreams(), LOOK_SELDOM);
  }

  @Bean
  Stopping eventStreamsStopping(EventStreams streams) {
    return new Stopping(Stopping.STREAMS, () -> {}, streams::close);
  }
}
